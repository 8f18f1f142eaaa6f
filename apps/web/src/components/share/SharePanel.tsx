import type { Intent } from '@covault/protocol'
import {
  longestLink,
  type Parcel,
  writeCodes,
  writeEnvelope,
  writeEternalSafeLink,
  writeLink,
  writeLocalsafeLink,
  writeTypedData,
} from '@covault/protocol/envelope'
import { Button } from '@mantine/core'
import { IconDeviceFloppy, IconPrinter, IconQrcode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useNameOf } from '../../hooks/useNameOf.js'
import { downloadText } from '../../lib/files.js'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { writeNumber } from '../../lib/formatAmount.js'
import { formatCount, formatNumber, listWords } from '../../lib/formatCount.js'
import { isOnThisComputer } from '../../lib/isOnThisComputer.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { hashSignable } from '../../trust/hashSignable.js'
import type { Signable } from '../../trust/signable.js'
import { Remark } from '../../ui/Remark.js'
import { usePaper } from '../../ui/usePaper.js'
import { describeIfPublished } from '../../understand/carry/offline.js'
import { nameParcel } from '../../understand/carry/parcel.js'
import { decodeBytes } from '../../understand/decode/decodeTransaction.js'
import {
  describeIntent,
  type NameOf,
} from '../../understand/tell/describeIntent.js'
import { describeError } from '../../words/errors.js'
import { nonceWords } from '../../words/nonces.js'
import { CopyButton } from '../CopyButton.js'
import { HashValue } from '../transaction/HashValue.js'
import { MessageBody } from '../transaction/MessageBody.js'
import { type Fact, Record } from '../transaction/Record.js'
import { AllCodes, Codes } from './Codes.js'
import classes from './SharePanel.module.css'

/** Where the two other tools without a server are found. */
const eternalSafe = 'https://eternalsafe.eth.limo'
const localsafe = 'https://localsafe.eth.limo'

const look = { size: 14, stroke: 1.75, 'aria-hidden': true } as const

/**
 * Hands what is signed to others, without any server: as a link, a file, a
 * code for a camera, or on paper. What leaves stands on the screen.
 */
export function SharePanel({
  chain,
  parcel: { note, ...bare },
  isPage = false,
}: {
  chain: ChainConfig
  parcel: Parcel
  /** The page is about nothing else: the browser's own Print prints this alone. */
  isPage?: boolean
}) {
  const [hasNote, setHasNote] = useState(false)
  const [shown, setShown] = useState<'codes' | 'print'>()
  // The button brings its own sheet before it prints.
  const isPaper = usePaper(isPage && shown !== 'print')
  // The same at every drawing: another one would print once more.
  const hide = useCallback(() => setShown(undefined), [])
  const parcel = hasNote && note ? { ...bare, note } : bare
  const name = nameParcel(parcel, hashOf(parcel))
  const text = writeEnvelope(parcel)
  const link = useLink(chain, { parcel, text })
  const codes = useQuery({
    queryKey: ['codes', text],
    queryFn: () => writeCodes(parcel),
    // The browser does not wait for them once it prints.
    enabled: isPage || shown !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  const isPrinted = isPaper || (shown === 'print' && codes.isSuccess)
  return (
    <div className={classes.panel} data-printed={isPrinted || undefined}>
      <Leaving chain={chain} parcel={parcel} />
      <Words signable={parcel.signable as Signable} />
      {note && (
        <label className={classes.choice}>
          <input
            type="checkbox"
            checked={hasNote}
            onChange={({ target }) => setHasNote(target.checked)}
          />
          <span>Include the note “{toForeignText(note, 120)}”</span>
        </label>
      )}
      <div className={classes.actions}>
        {link.isShort && <CopyButton label="Copy link" text={link.url} />}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDeviceFloppy {...look} />}
          onClick={() =>
            downloadText({
              name: `${name}.safetx.json`,
              type: 'application/json',
              text,
            })
          }
        >
          Save file
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconQrcode {...look} />}
          aria-expanded={shown === 'codes'}
          onClick={() => setShown(shown === 'codes' ? undefined : 'codes')}
        >
          {shown === 'codes' ? 'Hide QR code' : 'Show QR code'}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPrinter {...look} />}
          onClick={() => setShown('print')}
        >
          Print
        </Button>
      </div>
      {link.url !== '' && <LinkHint {...link} />}
      {codes.error && shown && (
        <Remark kind="warn" role="alert">
          {describeError(codes.error)}
        </Remark>
      )}
      {isPaper && codes.data && <AllCodes frames={codes.data} />}
      {!isPaper && shown && codes.data && (
        <Codes
          frames={codes.data}
          isPrinted={shown === 'print'}
          onPrinted={hide}
        />
      )}
      <Others chain={chain} parcel={parcel} />
    </div>
  )
}

function hashOf({ signable }: Parcel) {
  return hashSignable(signable as Signable)
}

/** All that anyone who gets it can read. */
function Leaving({ chain, parcel }: { chain: ChainConfig; parcel: Parcel }) {
  const { signable, signatures } = parcel
  const { safe } = signable.domain
  const nameOf = useNameOf({ chain, address: safe })
  // As the bytes alone tell it: anyone who gets them has no more.
  const intent = useMemo(
    () =>
      signable.kind === 'transaction'
        ? decodeBytes({ chain, address: safe }, signable).intent
        : undefined,
    [chain, safe, signable],
  )
  const { symbol, decimals } = chain.nativeCurrency
  const who = signatures.map(
    ({ signer }) => nameOf(signer) ?? formatAddress(signer, { digits: 4 }),
  )
  return (
    <Record
      facts={[
        ...(intent ? [tellEffect(intent, nameOf)] : []),
        { name: 'Safe', value: `${chain.shortName}:${safe}`, above: null },
        ...(signable.kind === 'transaction'
          ? [
              {
                name: 'Nonce',
                title: nonceWords,
                value: String(signable.transaction.nonce),
              },
              { name: 'To', value: signable.transaction.to, above: null },
              {
                name: 'Value',
                value: `${writeNumber(signable.transaction.value, decimals)} ${symbol}`,
              },
            ]
          : []),
        {
          name: 'Signatures',
          value:
            who.length === 0
              ? 'None yet'
              : `${formatCount(who.length, 'signature')}, by ${listWords(who)}`,
        },
        {
          name: 'Hash',
          value: <HashValue hash={hashOf(parcel)} />,
          above: null,
        },
      ]}
    />
  )
}

/** A message is its text: nothing else says what its owners agree to. */
function Words({ signable }: { signable: Signable }) {
  if (signable.kind !== 'message') return null
  return <MessageBody content={signable.message} />
}

function tellEffect(intent: Intent, nameOf: NameOf): Fact {
  const nameShort: NameOf = (who) =>
    nameOf(who) ?? formatAddress(who, { digits: 6 })
  const expected = describeIfPublished(intent, nameShort)
  return {
    name: 'What it does',
    value: `${describeIntent(intent, nameShort)}.${expected ? ` ${expected}` : ''}`,
  }
}

/** Empty until it was written. */
type ShareLink = { url: string; isShort: boolean }

function useLink(
  { shortName }: ChainConfig,
  { parcel, text }: { parcel: Parcel; text: string },
): ShareLink {
  const { data: url = '' } = useQuery({
    queryKey: ['link', text],
    queryFn: () =>
      writeLink(parcel, { origin: window.location.origin, shortName }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { url, isShort: url !== '' && url.length <= longestLink }
}

function LinkHint({ url, isShort }: ShareLink) {
  if (!isShort)
    return (
      <p className={classes.hint}>
        The link would have {formatNumber(url.length)} characters, and chat apps
        may cut it off. Save a file or show a code instead.
      </p>
    )
  if (!isOnThisComputer()) return null
  return (
    <p className={classes.hint}>
      This Covault runs on your computer, so the link opens only here. People
      elsewhere can paste it into Import in their own Covault.
    </p>
  )
}

/** Forms that other programs read. */
function Others({ chain, parcel }: { chain: ChainConfig; parcel: Parcel }) {
  const { shortName } = chain
  const { signable } = parcel
  return (
    <details className={classes.others}>
      <summary>For other programs</summary>
      <div className={classes.actions}>
        <CopyButton label="Copy typed data" text={writeTypedData(signable)} />
        <CopyButton
          label="Copy localsafe link"
          text={writeLocalsafeLink(parcel, { origin: localsafe })}
        />
        {signable.kind === 'transaction' && (
          <CopyButton
            label="Copy Eternal Safe link"
            text={writeEternalSafeLink(parcel, {
              origin: eternalSafe,
              shortName,
            })}
          />
        )}
      </div>
      {signable.kind === 'transaction' && (
        <p className={classes.hint}>
          Opening an Eternal Safe link sends the transaction to the server of
          Eternal Safe. With a Covault link, the transaction stays in the
          browser.
        </p>
      )}
    </details>
  )
}
