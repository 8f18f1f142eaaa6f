type Reason = {
  /** Answers by their name. */
  answer: RegExp
  path: RegExp
  mutation?: RegExp
  why: string
}

/** Places where a lie changes nothing that is signed or shown as true. */
const reasons: readonly Reason[] = [
  {
    answer: /^comments$/,
    path: /\.id$/,
    why: 'not read: the browser hashes what was signed itself',
  },
  {
    answer: /^comments$/,
    path: /^\.comments/,
    why: 'whoever keeps comments can withhold them; no decision rests on one',
  },
  {
    answer: /^balances$/,
    path: /./,
    why: 'amounts and symbols are read from the chain; nothing is signed by it',
  },
  {
    answer: /./,
    path: /\.(name|logoUri)$/,
    why: 'names and pictures of others never stand for an address',
  },
  {
    answer: /^transaction/,
    path: /^\.txInfo/,
    why: 'the summary is not read: what it does is decoded from the bytes',
  },
  {
    answer: /^transaction/,
    path: /^\.(txStatus|txHash|txId)$/,
    why: 'the record of the gateway; the chain’s nonce and the link’s hash decide',
  },
  {
    answer: /^transaction/,
    path: /^\.executedAt$/,
    why: 'the nonce of the safe says whether it ran; who says otherwise is named',
  },
  {
    answer: /^transaction/,
    path: /^\.(note|safeAppInfo)/,
    why: 'shown as what the gateway says',
  },
  {
    answer: /^transaction/,
    path: /^\.txData\.dataDecoded/,
    why: 'a hint, labelled, where no method is known; else not read',
  },
  {
    answer: /^transaction/,
    path: /^\.txData\.trustedDelegateCallTarget$/,
    why: 'the list of pinned addresses and code hashes decides',
  },
  {
    answer: /^transaction/,
    path: /^\.txData\.(addressInfoIndex|tokenInfoIndex)/,
    why: 'names are the reader’s, decimals are read from the chain',
  },
  {
    answer: /^transaction/,
    path: /^\.detailedExecutionInfo<MULTISIG>\.(submittedAt|fee|payment|executor|signers|rejectors|trusted|proposer|proposedByDelegate)/,
    why: 'the record of the gateway, of no weight for what is signed',
  },
  {
    answer: /^transaction/,
    path: /^\.detailedExecutionInfo<MULTISIG>\.gasTokenInfo/,
    why: 'what a token is called and its decimals are read from the chain',
  },
  {
    answer: /^(transaction|message)/,
    path: /\.confirmations\[\]\.submittedAt$/,
    why: 'when it was signed is the record of the gateway',
  },
  {
    answer: /^(transaction|message),/,
    path: /\.confirmations$/,
    mutation: /reversed/,
    why: 'signatures are sorted by owner here',
  },
  {
    answer: /^(transaction|message),/,
    path: /\.confirmations$/,
    mutation: /dropped/,
    why: 'fewer signatures than there are: this browser tells of those it has seen',
  },
  {
    answer: /^message,/,
    path: /^\.(status|creationTimestamp|modifiedTimestamp|proposedBy|origin)/,
    why: 'the record of the gateway, of no weight for what is signed',
  },
  {
    answer: /^message,/,
    path: /^\.(confirmationsSubmitted|preparedSignature)$/,
    why: 'counted and put together here, from the signatures that were verified',
  },
  {
    answer: /^safe$/,
    path: /^\.(address\.value|chainId|nonce|version|implementationVersionState)$/,
    why: 'not read: the chain says it',
  },
  {
    answer: /^safe$/,
    path: /Tag$/,
    why: 'says when to ask again, and nothing else',
  },
  {
    answer: /^safe$/,
    path: /^\.(owners|modules)$/,
    mutation: /reversed/,
    why: 'a set has no order',
  },
  {
    answer: /^app-config$/,
    path: /^\.chains\[\]\.(shortName|testnet|local|nativeCurrency\.name|ensRegistryAddress|multicall3Address)$/,
    why: 'of a known chain the release says it',
  },
  {
    answer: /^app-config$/,
    path: /^\.chains\[\]\.gasPrice$/,
    why: 'what the network is paid, which the review and the wallet show; owners do not sign it',
  },
  {
    answer: /^app-config$/,
    path: /^\.chains\[\]\.features/,
    why: 'which pages are offered; of a known chain the release says what protects',
  },
  {
    answer: /^app-config$/,
    path: /^\.chains\[\]\.(l2|recommendedVersion)$/,
    why: 'which published contract is offered first; its address and code are the release’s',
  },
  {
    answer: /^app-config$/,
    path: /^\.chains\[\]\.blockExplorer\./,
    why: 'where a link to an explorer leads; nothing is read from there',
  },
  {
    answer: /^app-config$/,
    path: /^\.(chains|version)$/,
    why: 'the chain is found by the name in the link',
  },
  {
    answer: /^app-config$/,
    path: /^\.livePosition$/,
    why: 'after which change the stream begins; whoever withholds one can do so without it',
  },
  {
    answer: /^app-config$/,
    path: /^\.bridged$/,
    why: 'whether the status line asks for bridges; whoever withholds one can do so without it',
  },
  {
    answer: /^app-config$/,
    path: /^\.release\./,
    why: 'which release the server says it is, shown as its word; signatures and bytes decide',
  },
  {
    answer: /^app-config$/,
    path: /^\.(walletConnect|demo|embedding)/,
    why: 'which wallets and demo safes are offered, and who may frame the page',
  },
  {
    answer: /^movements$/,
    path: /\.(id|blockNumber|timestamp|nonce|note|module|callPath|price|feePrice|signers)\b/,
    why: 'the gateway’s account for lists and exports; the row of the details does not show it',
  },
  {
    answer: /^movements$/,
    path: /\.(maxFeePerGas|maxPriorityFeePerGas)$/,
    why: 'a cap moves nothing; what was paid is read from the receipt',
  },
  {
    answer: /^movements$/,
    path: /\.(fee|count|next|previous)$/,
    why: 'fees are read from the receipt, and a page that is left out is missed in it',
  },
  {
    answer: /^movements$/,
    path: /\.(tokenName|tokenSymbol|decimals|trusted|imitation|txHash)$/,
    why: 'symbols and decimals are read from the chain, and the link names the transaction',
  },
  {
    answer: /^history$/,
    path: /./,
    why: 'who was paid before can add a warning, and silences none',
  },
  {
    answer: /^(queue|messages|delegates)$/,
    path: /^\.(count|next|previous)$/,
    why: 'where a list goes on; what is not listed cannot be opened from it',
  },
  {
    answer: /^(queue|messages)$/,
    path: /^\.results$/,
    why: 'order and length of a list; this browser tells of what it has seen',
  },
  {
    answer: /^queue$/,
    path: /^\.results\[\]<(LABEL|CONFLICT_HEADER)>/,
    why: 'conflicting ones are found by their nonce, the next nonce is the chain’s',
  },
  {
    answer: /^queue$/,
    path: /^\.results\[\]<TRANSACTION>\.(type|conflictType)$/,
    why: 'conflicting ones are found by their nonce; what is not listed is not opened',
  },
  {
    answer: /^queue$/,
    path: /^\.results\[\]<TRANSACTION>\.transaction\./,
    why: 'the words of a row are made from the bytes that it opens',
  },
  {
    answer: /^messages$/,
    path: /^\.results\[\]<(MESSAGE|DATE_LABEL)>/,
    why: 'a row is hashed here, and what it opens too',
  },
  {
    answer: /^nonces$/,
    path: /./,
    why: 'computed again from what waits and from the chain’s nonce',
  },
  {
    answer: /^delegates$/,
    path: /^\.results/,
    why: 'a proposer can propose; the chain says whose signature counts',
  },
]

const used = new Set<Reason>()

export function findReason({
  answer,
  path,
  mutation,
}: {
  answer: string
  path: string
  mutation: string
}): string | undefined {
  const found = reasons.find(
    (one) =>
      one.answer.test(answer) &&
      one.path.test(path) &&
      (one.mutation?.test(mutation) ?? true),
  )
  if (found) used.add(found)
  return found?.why
}

/** A reason that fits nothing hides the next lie. */
export function listUnused(): string[] {
  return reasons
    .filter((one) => !used.has(one))
    .map(({ answer, path, why }) => `${answer.source} ${path.source}: ${why}`)
}
