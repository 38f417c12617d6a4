// oclif asks the system for the home and the shell of its user, and ends with a stack trace where the user has neither: in a
// container that runs under any number, or without /etc/passwd. Nobody but root can put anything into this home.
import { homedir, userInfo } from 'node:os';

try {
  homedir();
} catch {
  process.env.HOME = '/nonexistent';
}
try {
  userInfo();
} catch {
  process.env.SHELL ??= 'unknown';
}
