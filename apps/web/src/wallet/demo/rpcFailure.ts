/** An error as EIP-1193 has them. Its text never leaves the wallet layer. */
export class RpcFailure extends Error {
  override name = 'RpcFailure'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
