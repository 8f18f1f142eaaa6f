import type {
  AbiInput,
  AbiValue,
  CallNode,
  DecodedParameter,
  Finding,
  TokenFacts,
} from '@covault/protocol'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { isAddress, isHex } from 'viem'
import { formatCount, formatNumber } from '../../lib/formatCount.js'
import { toNumbered } from '../../lib/numbered.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { AddressText } from '../../ui/AddressText.js'
import { Remark } from '../../ui/Remark.js'
import { Tag } from '../../ui/Tag.js'
import {
  type DecodedTransaction,
  findFlagged,
  toPathKey,
} from '../../understand/decode/decodeTransaction.js'
import { nameMethod, toNumber } from '../../understand/tell/describeCalls.js'
import {
  describeCall,
  findPublished,
  type NameOf,
  nameContract,
} from '../../understand/tell/describeIntent.js'
import { writeAmount } from '../../understand/tell/limitWords.js'
import { Address } from '../Address.js'
import classes from './CallOutline.module.css'
import { LongText } from './LongText.js'
import { ReportedCall } from './ReportedCall.js'

/** So many calls at once; a page of thousands answers to nobody. */
const step = 50

/**
 * Every call of a transaction, numbered, in the order of execution. It is one
 * flat list: calls inside of calls are moved to the right and numbered
 * through, so that depth costs nothing.
 */
export function CallOutline({
  chain,
  decoded,
  findings = [],
  nameOf,
  under,
}: {
  chain: ChainConfig
  decoded: DecodedTransaction
  /** Calls that were found something about are never left out. */
  findings?: readonly Finding[] | undefined
  nameOf: NameOf
  /** The call above all of these, where they are another safe's. */
  under?: CallNode['path'] | undefined
}) {
  const { tree, unaskedCount } = decoded
  const [shownCount, setShownCount] = useState(step)
  const shown = tree.calls.slice(0, shownCount)
  const rest = tree.calls.slice(shownCount)
  const flagged = findFlagged(rest, findings).slice(0, step)
  const show = (node: CallNode) => (
    <Call
      key={toPathKey(node.path)}
      chain={chain}
      node={node}
      decoded={decoded}
      nameOf={nameOf}
      under={under}
    />
  )
  return (
    <>
      {unaskedCount > 0 && (
        <Remark kind="warn">
          Too many contracts: {unaskedCount} of them were not looked up, and
          their calls are shown as unknown.
        </Remark>
      )}
      <ol className={classes.outline}>{shown.map(show)}</ol>
      {rest.length > 0 && (
        <div className={classes.rest}>
          <p>
            {formatCount(rest.length, 'call')} of{' '}
            {formatNumber(tree.calls.length)} not shown yet
            {flagged.length > 0 && ', except the flagged ones:'}
          </p>
          {flagged.length > 0 && (
            <ol className={classes.outline}>{flagged.map(show)}</ol>
          )}
          <Button
            size="xs"
            variant="default"
            onClick={() => setShownCount(shownCount + 4 * step)}
          >
            Show {formatNumber(Math.min(4 * step, rest.length))} more
          </Button>
        </div>
      )}
    </>
  )
}

/** Further right there is no room; the numbers still tell the depth. */
const deepestIndent = 6

function Call({
  chain,
  node,
  decoded: { intents, contracts },
  nameOf,
  under = [],
}: {
  chain: ChainConfig
  node: CallNode
  decoded: DecodedTransaction
  nameOf: NameOf
  under?: CallNode['path'] | undefined
}) {
  const { method, path, target, to, value, operation } = node
  const number = toNumber([...under, ...path])
  const facts = contracts.get(target)
  const name = nameContract(target, { facts, nameOf })
  const words = describeCall(intents.get(toPathKey(path)), nameOf)
  const depth = Math.min(path.length, deepestIndent)
  return (
    <li className={classes.call} data-depth={depth}>
      <div className={classes.head}>
        <span className={classes.number}>{number}</span>
        <b className={classes.method}>
          {node.method ? name && `${name}.` : name && `${name}: `}
          {nameMethod(node)}
        </b>
        {operation === 1 && (
          <Tag>
            delegatecall,{' '}
            {findPublished(target, facts?.codeHash)
              ? 'official code'
              : 'unknown code'}
          </Tag>
        )}
        {method?.confidence === 'candidates' && (
          <Tag>method not confirmed for this contract</Tag>
        )}
        {words && (
          <span className={classes.words}>
            <AddressText text={words} />
          </span>
        )}
        {method && (
          <span className={classes.selector}>{method.selector.slice(2)}</span>
        )}
      </div>
      <dl className={classes.parameters}>
        <dt>{node.data === '0x' ? 'to' : 'contract'}</dt>
        <dd>
          <Address chain={chain} address={to} isFull />
        </dd>
        {(value > 0n || node.data === '0x') && (
          <>
            <dt>value</dt>
            <dd>{writeAmount(value, chain.nativeCurrency)}</dd>
          </>
        )}
        {toNumbered(method?.parameters ?? []).map(({ item, at }) => (
          <Parameter
            // Names may repeat or be absent; the order is what is signed.
            key={at}
            parameter={item}
            isBatch={node.children.length > 0 && item.type === 'bytes'}
            token={facts?.kind === 'erc20' ? facts.token : undefined}
            index={at}
          />
        ))}
      </dl>
      {!method && node.data !== '0x' && (
        <ReportedCall chain={chain} to={target} data={node.data} />
      )}
      <Problems node={node} number={number} />
    </li>
  )
}

function Parameter({
  parameter,
  isBatch,
  token,
  index,
}: {
  parameter: DecodedParameter
  /** Its bytes are the calls that follow. */
  isBatch: boolean
  /** That is called. */
  token: TokenFacts | undefined
  index: number
}) {
  const { name, type, components, value } = parameter
  const amount = token && readAmount(parameter)
  return (
    <>
      <dt title={type}>{name || `argument ${index + 1}`}</dt>
      <dd>
        {amount !== undefined && `${writeAmount(amount, token)} (`}
        {isBatch ? (
          <span className={classes.quiet}>the calls that follow</span>
        ) : (
          <ParameterValue type={type} components={components} value={value} />
        )}
        {amount !== undefined && ')'}
      </dd>
    </>
  )
}

/** Of a token's method; a deadline or a nonce is none, nor is "unlimited". */
function readAmount({ name, value }: DecodedParameter): bigint | undefined {
  const isAmount = /value|amount|wad/i.test(name) && typeof value === 'bigint'
  return isAmount && value < 2n ** 128n ? value : undefined
}

/** So many elements of a list, then their number. */
const mostElements = 20

function ParameterValue({
  type,
  components = [],
  value,
}: {
  type: string
  components?: readonly AbiInput[] | undefined
  value: AbiValue
}) {
  const [isWhole, setWhole] = useState(false)
  if (typeof value === 'string')
    return isAddress(value) || isHex(value) ? (
      <LongText text={value} isCode />
    ) : (
      <LongText text={value} />
    )
  if (typeof value !== 'object')
    return <span className={classes.code}>{String(value)}</span>
  if (type === 'tuple')
    return <TupleValue components={components} values={value} />
  const shown = isWhole ? value : value.slice(0, mostElements)
  return (
    <ol className={classes.list}>
      {toNumbered(shown).map(({ item, at }) => (
        <li key={at}>
          <ParameterValue
            type={toElementType(type)}
            components={components}
            value={item}
          />
        </li>
      ))}
      {shown.length < value.length && (
        <li>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => setWhole(true)}
          >
            Show {formatNumber(value.length - shown.length)} more
          </Button>
        </li>
      )}
      {value.length === 0 && <li className={classes.quiet}>empty list</li>}
    </ol>
  )
}

/** Fields by their names: two amounts in a row say nothing without them. */
function TupleValue({
  components,
  values,
}: {
  components: readonly AbiInput[]
  values: readonly AbiValue[]
}) {
  return (
    <dl className={classes.fields}>
      {toNumbered(values).map(({ item, at }) => {
        const field = components[at]
        return (
          <div key={at} className={classes.field}>
            <dt title={field?.type}>{field?.name || `field ${at + 1}`}</dt>
            <dd>
              <ParameterValue
                type={field?.type ?? ''}
                components={field?.components}
                value={item}
              />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** `tuple[2][]` holds `tuple[2]`. */
function toElementType(type: string): string {
  return type.replace(/\[\d*\]$/, '')
}

/** What could not be read is named and numbered, never left out. */
function Problems({
  node: { problems, coverage },
  number,
}: {
  node: CallNode
  number: string
}) {
  if (coverage.status === 'full' && problems.length === 0) return null
  const undecoded = coverage.status === 'full' ? [] : coverage.undecoded
  const size = undecoded.reduce((sum, { start, end }) => sum + end - start, 0)
  return (
    <div className={classes.problems}>
      {problems.map(({ code, message }) => (
        <Remark key={code} kind="warn">
          {message}
        </Remark>
      ))}
      {size > 0 && (
        <p className={classes.undecoded}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
          Call {number}: {formatCount(size, 'byte')} not decoded (bytes{' '}
          {undecoded
            .slice(0, 5)
            .map(({ start, end }) => `${start} to ${end - 1}`)
            .join(', ')}
          {undecoded.length > 5 &&
            ` and ${formatCount(undecoded.length - 5, 'more range')}`}
          )
        </p>
      )}
    </div>
  )
}
