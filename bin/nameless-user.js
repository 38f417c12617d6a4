// oclif asks the system for the user's home and shell, and ends with a stack trace if there are none: in a container that runs under an
// arbitrary uid, or without /etc/passwd. Only root can create anything in this home.
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
