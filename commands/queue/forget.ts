import { jobsCommand } from '../../src/cli/jobs-command.ts';

export default jobsCommand('forget', ['17 18', '--all --source google-ads --dry-run', '--all --parked']);
