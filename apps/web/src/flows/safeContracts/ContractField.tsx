import type { ReactNode } from 'react'
import { AddressInput } from '../../components/AddressInput.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { ContractReading } from '../../trust/contract.js'
import { Remark } from '../../ui/Remark.js'
import type { AddressReading } from '../../understand/safe/addressReading.js'
import {
  type CodeIdentity,
  describeCode,
  identifyCode,
} from '../../understand/tell/codeIdentity.js'
import classes from './SafeContracts.module.css'

/**
 * The address of a contract, and below it what is known of its code and what
 * it will be able to.
 */
export function ContractField({
  label,
  chain,
  text,
  onText,
  reading,
  contract,
  mistake,
  isAsked,
  consequence,
  children,
}: {
  label: string
  chain: ChainConfig
  text: string
  onText: (text: string) => void
  reading: AddressReading
  /** Null or undefined: not read yet. */
  contract: ContractReading | null | undefined
  mistake: string | undefined
  isAsked: boolean
  consequence: string
  children?: ReactNode
}) {
  const { address } = reading
  const identity =
    address &&
    contract &&
    identifyCode({
      chainId: chain.chainId,
      address,
      codeHash: contract.codeHash,
    })
  return (
    <div className={classes.field}>
      <AddressInput
        label={label}
        chain={chain}
        text={text}
        onText={onText}
        address={reading}
        error={isAsked || identity ? mistake : undefined}
      />
      {children}
      {identity && !mistake && (
        <div className={classes.remarks} role="status">
          <Remark kind={isKnown(identity) ? 'ok' : 'warn'}>
            {isKnown(identity)
              ? `${describeCode(identity)}.`
              : `Unknown code (hash ${contract?.codeHash}). Ask the person who gave you the address where its source code is published.`}
          </Remark>
          <Remark kind="warn">{consequence}</Remark>
        </div>
      )}
    </div>
  )
}

function isKnown({ kind }: CodeIdentity): boolean {
  return kind === 'published' || kind === 'listed' || kind === 'standIn'
}
