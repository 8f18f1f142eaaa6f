import type { EndpointWire } from '@covault/api'
import type {
  getServiceToken,
  getServiceTransfer,
} from '@covault/api/transaction-service'
import type { RegisteredToken } from '../../context.js'
import type { StoredTransfer } from '../../store/transferReads.js'
import type { ChainBook } from '../../wire/chainBook.js'
import { writeDate } from '../writeJson.js'

export type TransferWire = EndpointWire<typeof getServiceTransfer>
export type TokenWire = EndpointWire<typeof getServiceToken>

export function toTransfer(
  book: ChainBook,
  transfer: StoredTransfer,
): TransferWire {
  const { kind, token, tokenId } = transfer
  const known = token && book.findToken(token)
  return {
    type: types[kind],
    executionDate: writeDate(transfer.executedAt),
    blockNumber: Number(transfer.blockNumber),
    transactionHash: transfer.txHash,
    to: transfer.to,
    value: kind === 'erc721' ? null : String(transfer.amount),
    tokenId: tokenId === null ? null : String(tokenId),
    tokenAddress: token,
    transferId: writeTransferId(transfer),
    tokenInfo: known ? toToken(known) : null,
    from: transfer.from,
  }
}

const types = {
  native: 'ETHER_TRANSFER',
  erc20: 'ERC20_TRANSFER',
  erc721: 'ERC721_TRANSFER',
  erc1155: 'UNKNOWN',
} as const

export function toToken(token: RegisteredToken): TokenWire {
  const { address, kind, name, symbol, decimals, logoUri, trusted } = token
  return {
    type: tokenTypes[kind],
    address,
    name,
    symbol,
    decimals,
    logoUri,
    trusted,
  }
}

const tokenTypes = {
  erc20: 'ERC20',
  erc721: 'ERC721',
  erc1155: 'UNKNOWN',
} as const

/** `e` for what a log tells and `i` for coins, as clients expect them. */
function writeTransferId(transfer: StoredTransfer): string {
  const { kind, txHash, logIndex, leg } = transfer
  const place = leg === 0 ? `${logIndex}` : `${logIndex},${leg}`
  return `${kind === 'native' ? 'i' : 'e'}${txHash.slice(2)}${place}`
}
