/** Exit codes, for scripts. */
export const exits = { done: 0, refused: 1, usage: 2, network: 3 } as const

/** A client-side error with a message for the person who typed the command. */
export class CliError extends Error {
  readonly exit: number

  constructor(exit: keyof typeof exits, message: string) {
    super(message)
    this.exit = exits[exit]
  }
}
