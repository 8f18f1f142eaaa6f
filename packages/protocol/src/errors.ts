/**
 * Parent of every error this project throws on purpose. A subclass names one
 * failure and is named by its class; its message is a full sentence with the
 * facts.
 */
export class BaseError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = new.target.name
  }
}
