import { BaseError } from '../../errors.js'

export class DamagedFrameError extends BaseError {
  override name = 'DamagedFrameError'

  constructor() {
    super('This code is damaged or was misread. Scan it again.')
  }
}

export class ForeignCodeError extends BaseError {
  override name = 'ForeignCodeError'

  constructor() {
    super('This kind of code can’t carry a transaction or message.')
  }
}

export class FramesTooLargeError extends BaseError {
  override name = 'FramesTooLargeError'

  constructor({ size, most }: { size: number; most: number }) {
    super(
      `This needs codes for ${size} bytes, and the limit is ${most}. Send a file instead.`,
    )
  }
}

export class ContradictingFramesError extends BaseError {
  override name = 'ContradictingFramesError'

  constructor() {
    super(
      'The scanned codes contradict each other, so nothing was taken from them. Scan again from the start.',
    )
  }
}
