/**
 * Parent of every error this project throws on purpose. A subclass names one
 * failure; its message is a full sentence with the facts.
 */
export class BaseError extends Error {
  override name = 'BaseError'

  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options)
  }
}
