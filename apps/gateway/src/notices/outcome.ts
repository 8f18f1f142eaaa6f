/** How it went; `waitMs`: for so long the receiver wants to be left alone. */
export type Outcome =
  | { sent: true }
  | { sent: false; problem: string; waitMs?: number; isFinal?: boolean }
