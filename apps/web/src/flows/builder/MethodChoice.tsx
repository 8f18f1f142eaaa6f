import type { AbiMethod } from '@covault/protocol'
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Address } from 'viem'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { toForeignText } from '../../lib/foreignText.js'
import { formatCount } from '../../lib/formatCount.js'
import { namedContractQuery } from '../../queries/contracts.js'
import { isAlone } from '../../queries/gateway.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { implementationQuery } from '../../trust/implementation.js'
import { gatewaySays } from '../../trust/provenance.js'
import { Remark } from '../../ui/Remark.js'
import { WholeAddress } from '../../ui/WholeAddress.js'
import { describeError } from '../../words/errors.js'
import { listMethods } from './input.js'
import classes from './MethodChoice.module.css'
import { TextArea } from './TextArea.js'

/** Which function is called: from the gateway's ABI, or from one's own. */
export function MethodChoice({
  chain,
  address,
  abi,
  onAbi,
  method,
  mistake,
  onMethod,
}: {
  chain: ChainConfig
  address: Address | undefined
  /** What was pasted. */
  abi: string
  onAbi: (abi: string) => void
  method: AbiMethod | undefined
  mistake: string | undefined
  onMethod: (method: AbiMethod | undefined) => void
}) {
  const offered = useOfferedAbi(chain, address)
  const [isPasting, setPasting] = useState(false)
  const pasted = useMemo(
    () => (abi.trim() === '' ? undefined : listMethods(abi)),
    [abi],
  )
  const methods = pasted?.methods ?? offered.methods
  const writing = methods.filter(isWriting)
  const isOpen = isPasting || abi !== '' || (!offered.isPending && !offered.has)
  const found = pasted?.problem ?? describeNone(methods, writing)
  return (
    <div className={classes.choice}>
      {offered.notes}
      {isOpen ? (
        <TextArea
          label="ABI"
          hint="JSON, or lines such as function transfer(address to, uint256 value)."
          isCode
          rows={5}
          value={abi}
          error={pasted && found}
          onValue={onAbi}
        />
      ) : (
        offered.has && (
          <Button
            className={classes.paste}
            variant="default"
            size="xs"
            onClick={() => setPasting(true)}
          >
            Use my own ABI
          </Button>
        )
      )}
      {writing.length > 0 && (
        <NativeSelect
          label="Function"
          description={
            methods.length > writing.length
              ? `${formatCount(methods.length - writing.length, 'function')} hidden because they are read-only.`
              : undefined
          }
          value={method?.signature ?? ''}
          error={mistake}
          data={[
            { value: '', label: 'Choose a function' },
            ...writing.map((one) => ({
              value: one.signature,
              label: `${one.signature}${one.stateMutability === 'payable' ? ', payable' : ''}`,
            })),
          ]}
          onChange={(event) =>
            onMethod(
              writing.find(({ signature }) => signature === event.target.value),
            )
          }
        />
      )}
      {writing.length === 0 && mistake && (
        <Remark kind="danger" role="alert">
          {mistake}
        </Remark>
      )}
    </div>
  )
}

function isWriting({ stateMutability }: AbiMethod): boolean {
  return stateMutability === 'payable' || stateMutability === 'nonpayable'
}

function describeNone(
  methods: readonly AbiMethod[],
  writing: readonly AbiMethod[],
): string | undefined {
  if (writing.length > 0) return undefined
  return methods.length > 0
    ? 'All functions in this ABI are read-only, so there is nothing to call.'
    : 'This ABI has no functions.'
}

/** What the gateway has for the address and for the code behind it. */
function useOfferedAbi(chain: ChainConfig, address: Address | undefined) {
  const { chainId } = chain
  const implementation = useQuery(implementationQuery(chain, address))
  const behind = implementation.data?.address
  const own = useQuery(namedContractQuery(chainId, address))
  const code = useQuery(namedContractQuery(chainId, behind))
  const methods = useMemo(() => {
    const lists = [code.data, own.data].map((contract) =>
      contract?.contractAbi
        ? listMethods(JSON.stringify(contract.contractAbi.abi)).methods
        : [],
    )
    const bySelector = new Map(
      lists.flat().map((one) => [one.selector, one] as const),
    )
    return [...bySelector.values()]
  }, [code.data, own.data])
  const name = code.data?.displayName || own.data?.displayName
  const failure = own.error ?? code.error
  return {
    methods,
    has: methods.length > 0,
    isPending:
      address !== undefined && (own.isPending || implementation.isPending),
    notes: address && (
      <div className={classes.notes}>
        {implementation.data && (
          <p>
            A proxy ({implementation.data.by}): calls execute the code of{' '}
            <WholeAddress address={implementation.data.address} />{' '}
            <ProvenanceMark of={implementation.data.provenance} />
          </p>
        )}
        {methods.length > 0 && (
          <p>
            ABI of “{toForeignText(name ?? '', 60)}”,{' '}
            {formatCount(methods.length, 'function')}{' '}
            <ProvenanceMark of={gatewaySays} />
          </p>
        )}
        {!own.isPending && methods.length === 0 && !failure && (
          <p>
            {isAlone
              ? 'ABIs come from a gateway, and this page runs without one.'
              : 'The gateway has no ABI for this address.'}{' '}
            Paste an ABI below.
          </p>
        )}
        {failure && (
          <Remark kind="warn" role="status">
            Can’t load the ABI from the gateway. {describeError(failure)} Paste
            one instead.
          </Remark>
        )}
      </div>
    ),
  }
}
