import { pauseCommand } from '../../src/cli/pause-command.ts';

export default pauseCommand('pause');
