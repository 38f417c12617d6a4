import { jobsCommand } from '../../src/cli/jobs-command.ts';

export default jobsCommand('retry', ['17 18', '--all --error unknown_campaign --since 2h --yes', '--all --parked --yes']);
