import { BaseError } from '@covault/protocol'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { formatUnits } from 'viem'
import { Address } from '../../components/Address.js'
import { ConnectButton, SwitchButton } from '../../components/WalletButtons.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { readSetFees, toFeeFields } from '../../trust/fees.js'
import { Fact } from '../../ui/Fact.js'
import { Mark } from '../../ui/Mark.js'
import { Remark } from '../../ui/Remark.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import { Tally } from '../../ui/Tally.js'
import {
  creationCostQuery,
  type Prediction,
  predictionQuery,
} from '../../understand/newSafe/prediction.js'
import type { SafePlan } from '../../understand/newSafe/safePlan.js'
import { connectionQuery } from '../../wallet/connection.js'
import { UserRejectedError } from '../../wallet/walletErrors.js'
import { useWalletLayer } from '../../wallet/walletLayer.js'
import { describeError } from '../../words/errors.js'
import classes from './CreationBlock.module.css'
import type { Draft } from './draft.js'

type Creation = {
  chain: ChainConfig
  plan: SafePlan | undefined
  draft: Draft
  /** What is to be known of its threshold. */
  warning: string | undefined
  onSent: (sent: NonNullable<Draft['sent']>) => void
}

/** Where the safe will be, what that costs, and the one button. */
export function CreationBlock({ warning, ...creation }: Creation) {
  const { chain, plan, draft } = creation
  const id = useId()
  const { data: connection } = useQuery(connectionQuery)
  const prediction = useQuery(predictionQuery(chain, plan))
  const account = connection?.account ?? null
  const cost = useQuery(
    creationCostQuery(chain, { account, prediction: prediction.data }),
  )
  const create = useCreate(creation)
  const failure = create.error ?? prediction.error
  return (
    <section className={classes.block} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        New safe
      </h2>
      <Predicted plan={plan} prediction={prediction.data} />
      <dl className={classes.facts}>
        <Fact name="Network">{chain.name}</Fact>
        <Fact name="Threshold">
          <Tally count={draft.threshold} of={draft.owners.length} />
        </Fact>
        <Fact name="Version">{draft.version}</Fact>
        {cost.data && (
          <Fact name="Network fee">
            about {formatFee(cost.data.fee, chain)}
          </Fact>
        )}
      </dl>
      {warning && (
        <div className={classes.failure}>
          <Remark kind="warn">{warning}</Remark>
        </div>
      )}
      {cost.data && cost.data.balance < cost.data.fee && (
        <div className={classes.failure}>
          <Remark role="alert" kind="danger">
            Your account has {formatFee(cost.data.balance, chain)}, less than
            the network fee.
          </Remark>
        </div>
      )}
      {cost.error && (
        <div className={classes.failure}>
          <Remark role="alert" kind="danger">
            This creation would fail on the network.
          </Remark>
        </div>
      )}
      {failure && (
        <div className={classes.failure}>
          <Remark
            role="alert"
            kind={failure instanceof UserRejectedError ? 'warn' : 'danger'}
          >
            {describeError(failure)}
          </Remark>
        </div>
      )}
      <CreateButton
        chain={chain}
        isReady={prediction.data !== undefined}
        isBusy={create.isPending}
        onCreate={() => {
          if (prediction.data) create.mutate(prediction.data)
        }}
      />
      {!plan && (
        <p className={classes.hint}>
          Enter every owner’s address to see the address of the safe.
        </p>
      )}
    </section>
  )
}

function useCreate({ chain, plan, draft, onSent }: Omit<Creation, 'warning'>) {
  const queries = useQueryClient()
  const wallet = useWalletLayer()
  return useMutation({
    mutationFn: async (shown: Prediction) => {
      if (!wallet || !plan) return
      const { address, to, data } = await queries.fetchQuery({
        ...predictionQuery(chain, plan),
        staleTime: 0,
      })
      // Nothing but the address on the screen may be made.
      if (address !== shown.address) throw new AddressTakenError()
      const { chainId } = chain
      const fees = await readSetFees(chain)
      const transactionHash = await wallet.sendTransaction({
        chainId,
        to,
        data,
        ...(fees && toFeeFields(fees)),
      })
      const name = draft.name.trim()
      wallet.track({
        hash: transactionHash,
        description: name ? `Create ${name}` : 'Create a safe',
      })
      onSent({
        transactionHash,
        address,
        owners: [...plan.owners],
        sentAt: Date.now(),
      })
    },
  })
}

function CreateButton({
  chain,
  isReady,
  isBusy,
  onCreate,
}: {
  chain: ChainConfig
  isReady: boolean
  isBusy: boolean
  onCreate: () => void
}) {
  const { data: connection } = useQuery(connectionQuery)
  if (!connection?.account) return <ConnectButton act="create" />
  if (connection.chainId !== chain.chainId)
    return <SwitchButton chain={chain} />
  return (
    <Button fullWidth disabled={!isReady} loading={isBusy} onClick={onCreate}>
      Create safe
    </Button>
  )
}

function Predicted({
  plan,
  prediction,
}: {
  plan: SafePlan | undefined
  prediction: Prediction | undefined
}) {
  if (!plan) return <p className={classes.unknown}>Address not known yet.</p>
  return (
    <div className={classes.predicted} aria-live="polite">
      {prediction ? (
        <>
          <Mark address={prediction.address} size={40} />
          <div>
            <Address address={prediction.address} isFull />
            <p
              className={classes.provenance}
              title={`Salt ${prediction.saltNonce}`}
            >
              Computed in this browser. The address is still unused.
            </p>
          </div>
        </>
      ) : (
        <SkeletonBar width={240} />
      )}
    </div>
  )
}

function formatFee(
  amount: bigint,
  { nativeCurrency: { decimals, symbol } }: ChainConfig,
): string {
  const exact = Number(formatUnits(amount, decimals))
  const digits = exact.toLocaleString('en', { maximumSignificantDigits: 3 })
  return `${digits} ${symbol}`
}

class AddressTakenError extends BaseError {
  constructor() {
    super(
      'The address shown before is now in use. Check the new address, then try again.',
    )
  }
}
