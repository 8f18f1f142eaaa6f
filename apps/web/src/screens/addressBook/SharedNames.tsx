import { Button } from '@mantine/core'
import { IconDownload, IconPencil, IconShare2 } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Address } from '../../components/Address.js'
import { LoadingRows } from '../../components/ListStates.js'
import { Networks } from '../../components/Networks.js'
import { ProvenanceMark } from '../../components/ProvenanceMark.js'
import { useFindName } from '../../hooks/useFindName.js'
import { writeContactsCsv } from '../../lib/contactsCsv.js'
import { downloadText } from '../../lib/files.js'
import { openFlow } from '../../lib/flowSearch.js'
import { formatAddress } from '../../lib/formatAddress.js'
import { choosePlural, formatCount } from '../../lib/formatCount.js'
import { formatDay } from '../../lib/formatTime.js'
import { nameNetwork } from '../../lib/nameNetwork.js'
import {
  addressBook,
  type Contact,
  findContact,
  mergeContacts,
} from '../../preferences/addressBook.js'
import { usePreference } from '../../preferences/preference.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { ActionLink } from '../../ui/ActionLink.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { Mark } from '../../ui/Mark.js'
import { Remark } from '../../ui/Remark.js'
import { Section } from '../../ui/Section.js'
import { showToast } from '../../ui/toasts.js'
import { usePortion } from '../../ui/usePortion.js'
import {
  type NameLog,
  nameLogQuery,
  startOver,
} from '../../understand/safe/nameLog.js'
import type { SharedName } from '../../understand/safe/names.js'
import type { SafeScope } from '../../understand/safe/safePlace.js'
import {
  listLeftOut,
  listSharedNames,
} from '../../understand/safe/sharedNames.js'
import { describeNameProblem } from '../../words/names.js'
import classes from './AddressBookScreen.module.css'
import { NameHistory } from './NameHistory.js'
import own from './SharedNames.module.css'
import { searchContacts } from './searchContacts.js'

/** What owners of the open safe call addresses, and the way to take it over. */
export function SharedNames({
  scope,
  chains,
  query,
}: {
  scope: SafeScope
  chains: readonly ChainConfig[]
  query: string
}) {
  const { data: log } = useQuery(nameLogQuery(scope))
  const contacts = usePreference(addressBook)
  const [isHistory, setHistory] = useState(false)
  const names = listSharedNames(log?.sets ?? [])
  const found = searchContacts(names, { query, chains })
  const { shown, more } = usePortion(found)
  const fresh = names.filter((name) => !findContact(contacts, name))
  return (
    <Section
      className={own.section}
      title="Shared names"
      note="by the owners of this safe"
      isBusy={!log}
      end={log?.provenance && <ProvenanceMark of={log.provenance} />}
    >
      {!log && <LoadingRows count={2} />}
      {log && <Problems scope={scope} log={log} />}
      {log && names.length === 0 && (
        <p className={own.text}>
          No names shared yet. Owners can share names from their address books,
          so that everyone on the team sees the same ones.
        </p>
      )}
      {names.length > 0 && (
        <p className={own.text}>
          Checked in this browser against the owners’ signatures. A shared name
          counts as known only after you accept it.
        </p>
      )}
      {names.length > 0 && shown.length === 0 && (
        <p className={own.text}>No matching shared names.</p>
      )}
      {shown.length > 0 && (
        <ul className={own.list} aria-label="Shared names">
          {shown.map((name) => (
            <Row
              key={`${name.chainId}:${name.address}`}
              name={name}
              scope={scope}
              chains={chains}
              known={findContact(contacts, name)}
            />
          ))}
        </ul>
      )}
      {more}
      {log && (
        <div className={own.buttons}>
          <LinkButton
            to="."
            search={openFlow('share-names')}
            variant="default"
            leftSection={<IconShare2 size={16} aria-hidden="true" />}
          >
            Share names
          </LinkButton>
          {fresh.length > 1 && (
            <Button variant="default" onClick={() => accept(fresh)}>
              Accept all {formatCount(fresh.length, 'name')}
            </Button>
          )}
          {names.length > 0 && (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              onClick={() => exportNames(names)}
            >
              Export shared names
            </Button>
          )}
          {log.sets.length > 0 && (
            <Button
              variant="subtle"
              aria-expanded={isHistory}
              onClick={() => setHistory(!isHistory)}
            >
              {isHistory ? 'Hide history' : 'Show history'}
            </Button>
          )}
        </div>
      )}
      {log && isHistory && <NameHistory scope={scope} sets={log.sets} />}
    </Section>
  )
}

function Problems({ scope, log }: { scope: SafeScope; log: NameLog }) {
  const queries = useQueryClient()
  const { problem, sets } = log
  const left = listLeftOut(sets)
  return (
    <>
      {problem && (
        <Remark
          kind={problem.kind === 'unread' ? 'warn' : 'danger'}
          role="alert"
        >
          {describeNameProblem(problem)}
        </Remark>
      )}
      {problem && problem.kind !== 'unread' && (
        <Button
          className={own.again ?? ''}
          variant="default"
          onClick={() => void startOver(queries, scope)}
        >
          Reload from the gateway
        </Button>
      )}
      {left.length > 0 && (
        <Remark kind="info">
          {formatCount(left.length, 'name')} by former owners{' '}
          {choosePlural(left.length, { one: 'isn’t', other: 'aren’t' })} shown,
          because nothing proves that they signed while they were owners. An
          owner can share them again.
        </Remark>
      )}
    </>
  )
}

function Row({
  name: shared,
  scope,
  chains,
  known,
}: {
  name: SharedName
  scope: SafeScope
  chains: readonly ChainConfig[]
  /** The reader's own, which wins everywhere. */
  known: Contact | undefined
}) {
  const { chainId, address, name, author, time } = shared
  const findName = useFindName()
  const chain = chains.find((one) => one.chainId === chainId)
  const network = { chainId, name: nameNetwork(chainId, chains) }
  const by =
    findName({ chainId: scope.chain.chainId, address: author }) ??
    formatAddress(author, { digits: 4 })
  return (
    <li className={own.row}>
      <Mark address={address} size={32} />
      <div className={own.lines}>
        <b className={classes.name}>{name}</b>
        <span className={own.where}>
          <Address address={address} chain={chain} isFull />
          <Networks chains={[network]} />
        </span>
        <span className={own.note}>
          Shared by {by} on {formatDay(time * 1000)}
          {known && known.name !== name && `. You call it ${known.name}`}
        </span>
      </div>
      <div className={own.actions}>
        {known ? (
          <span className={own.note}>In your address book</span>
        ) : (
          <Button
            size="sm"
            variant="default"
            aria-label={`Accept ${name}`}
            onClick={() => accept([shared])}
          >
            Accept
          </Button>
        )}
        <ActionLink
          to="."
          search={openFlow('share-names', { recipient: address })}
          label={`Change shared name ${name}`}
        >
          <IconPencil size={16} stroke={1.75} aria-hidden="true" />
        </ActionLink>
      </div>
    </li>
  )
}

/** What the reader has named already stays as it is. */
function accept(names: readonly SharedName[]): void {
  const before = addressBook.read()
  const added = names.filter((name) => !findContact(before, name))
  addressBook.write(
    mergeContacts(
      before,
      added.map(({ chainId, address, name }) => ({ chainId, address, name })),
    ),
  )
  showToast({
    kind: 'done',
    text: `${formatCount(added.length, 'name')} added to your address book.`,
    action: { label: 'Undo', onClick: () => addressBook.write(before) },
  })
}

function exportNames(names: readonly SharedName[]): void {
  downloadText({
    name: `covault-shared-names-${new Date().toISOString().slice(0, 10)}.csv`,
    type: 'text/csv',
    text: writeContactsCsv(names),
  })
}
