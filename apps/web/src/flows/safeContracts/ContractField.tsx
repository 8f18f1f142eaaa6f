import type { ReactNode } from 'react'
import { AddressInput } from '../../components/AddressInput.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { ContractReading } from '../../trust/contract.js'
import type { AddressReading } from '../../understand/safe/addressReading.js'
import { ChosenContract } from './ChosenContract.js'
import classes from './SafeContracts.module.css'

/** The address of a contract, and below it what is known of its code. */
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
  return (
    <div className={classes.field}>
      <AddressInput
        label={label}
        chain={chain}
        text={text}
        onText={onText}
        address={reading}
        error={isAsked || (address && contract) ? mistake : undefined}
      />
      {children}
      {address && contract && !mistake && (
        <ChosenContract
          chain={chain}
          address={address}
          contract={contract}
          consequence={consequence}
        />
      )}
    </div>
  )
}
