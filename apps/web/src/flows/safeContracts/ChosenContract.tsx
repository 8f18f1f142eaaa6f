import type { ChainConfig } from '../../trust/chainClient.js'
import type { ContractReading } from '../../trust/contract.js'
import { Remark } from '../../ui/Remark.js'
import {
  type CodeIdentity,
  describeCode,
  identifyCode,
} from '../../understand/tell/codeIdentity.js'
import classes from './SafeContracts.module.css'

/** What is known of a contract that was chosen, and what it will be able to. */
export function ChosenContract({
  chain,
  address,
  contract,
  consequence,
}: {
  chain: ChainConfig
  address: `0x${string}`
  contract: ContractReading
  consequence: string
}) {
  const identity = identifyCode({
    chainId: chain.chainId,
    address,
    codeHash: contract.codeHash,
  })
  return (
    <div className={classes.remarks} role="status">
      <Remark kind={isKnown(identity) ? 'ok' : 'warn'}>
        {isKnown(identity)
          ? `${describeCode(identity)}.`
          : `Nobody has published this code (hash ${contract.codeHash}). Ask whoever gave you the address where its source can be read.`}
      </Remark>
      <Remark kind="warn">{consequence}</Remark>
    </div>
  )
}

function isKnown({ kind }: CodeIdentity): boolean {
  return kind === 'published' || kind === 'listed' || kind === 'standIn'
}
