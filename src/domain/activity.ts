/** One line of the log of what operators do. It is only ever added to. */
export interface Activity {
  readonly id: string;
  /** UTC ms. */
  readonly at: number;
  /** `cli:user`, `admin` … */
  readonly operator: string;
  /** `retry`, `campaign add`, `backup` … */
  readonly action: string;
  /** What it was done to: `job:7`, `campanha:42`, the name of a backup. */
  readonly target: string;
  readonly detail: string;
}
