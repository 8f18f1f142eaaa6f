/** What nodes say when they refuse, each in its own words. */
type NodeError = { code: number; message: string }

/**
 * Codes and states that providers refuse with. Others may hold the words of a
 * contract that was called, which could then send the node away.
 */
const refusing = new Set([
  402, 403, 429, -32_005, -32_007, -32_012, -32_016, -32_097, -32_600,
])

/** Too much in a short time. -32005 is also used for other things. */
export function isTooFast({ code, message }: NodeError): boolean {
  return (
    code === 429 ||
    (refusing.has(code) &&
      /too many requests|\brate\b|capacity|requests? limit reached|\/s(ec|econd)?\b/i.test(
        message,
      ))
  )
}

/** What was paid for is used up: waiting for a second helps nobody. */
export function isSpent({ code, message }: NodeError): boolean {
  return (
    refusing.has(code) &&
    /(monthly|daily).*(capacity|limit|quota|count|credits)|quota (exceeded|reached|exhausted)|out of credits/i.test(
      message,
    )
  )
}

/** How many it takes in a second, where it says so in requests. */
export function readPerSecond(message: string): number | undefined {
  if (/credits|compute units/i.test(message)) return undefined
  const found = /(\d[\d,]*)\s*(?:requests?\s*)?(?:\/|per )\s*s(?:ec|econd)?\b/i
  const said = found.exec(message)?.[1]
  return said === undefined ? undefined : readNumber(said)
}

/** Several questions in one body; some say so as if the body were broken. */
export function isAboutBatch({ code, message }: NodeError): boolean {
  return (
    /batch/i.test(message) ||
    ((code === -32_600 || code === -32_700) &&
      !/range|block|result/i.test(message))
  )
}

/** Too many addresses or topics in one filter. */
export function isAboutLists(message: string): boolean {
  return (
    /address|topic/i.test(message) &&
    /exceed|max|too many|too long|limit/i.test(message) &&
    !/range|results/i.test(message)
  )
}

/** Questions for the logs of one block by its hash are not everywhere known. */
export function isAboutBlockHash({ code, message }: NodeError): boolean {
  return (
    code === -32_601 ||
    code === -32_602 ||
    (/block_?hash/i.test(message) && /support|unknown field/i.test(message))
  )
}

/**
 * What the node never answers, or never to a question put like this; not what
 * it cannot answer at the moment.
 */
export function isNotOffered({ code, message }: NodeError): boolean {
  if (isUnknownBlock(message)) return false
  return (
    [-32_601, -32_602, -32_004].includes(code) ||
    /not (been )?(supported|available|allowed|enabled|implemented|permitted)|unsupported|disabled|does not exist|method not found/i.test(
      message,
    ) ||
    (/address|topic|filter/i.test(message) &&
      /specify|must|require|need|missing|without/i.test(message))
  )
}

/** The block that was named by its hash is not there, or not yet. */
export function isUnknownBlock(message: string): boolean {
  // Not the words of a contract.
  if (/revert/i.test(message)) return false
  return /unknown block|(block|header)\b.*\bnot (be )?found/i.test(message)
}

/**
 * The number of blocks a refusal allows: the highest number in it that is
 * below what was asked for. Undefined where it speaks of something else.
 */
export function readAllowedRange(
  message: string,
  size: bigint,
): bigint | undefined {
  if (!/range|block/i.test(message)) return undefined
  if (/result|logs matched|response|bytes/i.test(message)) return undefined
  return readHighest(message, size)
}

/** As above, of the values in a list. */
export function readAllowedValues(
  message: string,
  length: number,
): number | undefined {
  const allowed = readHighest(message, BigInt(length))
  return allowed === undefined ? undefined : Number(allowed)
}

function readHighest(message: string, below: bigint): bigint | undefined {
  const decimals = message.replaceAll(/0x[0-9a-f]+/gi, '')
  const numbers = [...decimals.matchAll(/(\d[\d,]*)(k?)\b/gi)].map(
    ([, digits = '', thousands]) =>
      BigInt(readNumber(digits)) * (thousands ? 1_000n : 1n),
  )
  return numbers
    .filter((number) => number > 0n && number < below)
    .reduce<bigint | undefined>(
      (highest, each) =>
        highest === undefined || each > highest ? each : highest,
      undefined,
    )
}

function readNumber(digits: string): number {
  return Number(digits.replaceAll(',', ''))
}
