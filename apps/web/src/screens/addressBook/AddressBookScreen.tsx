import { Button, TextInput } from '@mantine/core'
import {
  IconDownload,
  IconPlus,
  IconSearch,
  IconUpload,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { NameDialog } from '../../components/NameDialog.js'
import {
  usePageTitle,
  useSafeScope,
  useScopeSearch,
} from '../../hooks/scope.js'
import { useAppConfig } from '../../hooks/useAppConfig.js'
import { sharedNamesQuery } from '../../hooks/useSharedNames.js'
import { writeContactsCsv } from '../../lib/contactsCsv.js'
import { downloadText } from '../../lib/files.js'
import { formatCount } from '../../lib/formatCount.js'
import { paths } from '../../lib/paths.js'
import { addressBook, type Contact } from '../../preferences/addressBook.js'
import { usePreference } from '../../preferences/preference.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { FileButton } from '../../ui/FileButton.js'
import { PageHead } from '../../ui/PageHead.js'
import classes from './AddressBookScreen.module.css'
import { ContactDialog } from './ContactDialog.js'
import { ContactTable } from './ContactTable.js'
import { ImportDialog } from './ImportDialog.js'
import { SharedNames } from './SharedNames.js'
import { searchContacts } from './searchContacts.js'

export function AddressBookScreen() {
  usePageTitle('Address book')
  const config = useAppConfig()
  const [first, ...others] = config.chains
  const contacts = usePreference(addressBook)
  const scope = useSafeScope()
  const [edited, setEdited] = useState<Contact | 'new'>()
  const [file, setFile] = useState<File>()
  const { query, setQuery } = useQueryText()
  const { data: shared } = useQuery(sharedNamesQuery)
  const shown = searchContacts(contacts, { query, chains: config.chains })
  // On a network that is not set up here only the name can be changed.
  const isElsewhere =
    edited !== undefined &&
    edited !== 'new' &&
    !config.chains.some(({ chainId }) => chainId === edited.chainId)
  return (
    <>
      <PageHead
        title="Address book"
        actions={
          <Actions
            contacts={contacts}
            onFile={setFile}
            onAdd={() => setEdited('new')}
          />
        }
      >
        {formatCount(contacts.length, 'contact')}, in this browser only
      </PageHead>
      {(contacts.length > 0 || (shared?.size ?? 0) > 0) && (
        <search>
          <TextInput
            className={classes.query}
            aria-label="Search contacts"
            placeholder="Name, address or network"
            leftSection={
              <IconSearch size={16} stroke={1.75} aria-hidden="true" />
            }
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </search>
      )}
      {contacts.length === 0 && (
        <EmptyState
          picture="0x2a"
          title="No contacts yet."
          actions={
            <Button onClick={() => setEdited('new')}>Add contact</Button>
          }
        >
          Contacts are shown by name everywhere. To add many at once, import a
          CSV file with the header address,name,chainId.
        </EmptyState>
      )}
      {contacts.length > 0 && shown.length === 0 && (
        <NoMatch onShowAll={() => setQuery('')} />
      )}
      {shown.length > 0 && (
        <ContactTable
          contacts={shown}
          chains={config.chains}
          onEdit={setEdited}
        />
      )}
      {scope && (
        <SharedNames
          key={`${scope.chain.chainId}:${scope.address}`}
          scope={scope}
          chains={config.chains}
          query={query}
        />
      )}
      {isElsewhere && (
        <NameDialog
          title="Rename contact"
          address={edited.address}
          name={edited.name}
          chainIds={[edited.chainId]}
          onClose={() => setEdited(undefined)}
        />
      )}
      {edited && !isElsewhere && first && (
        <ContactDialog
          contact={edited === 'new' ? undefined : edited}
          chains={[first, ...others]}
          onClose={() => setEdited(undefined)}
        />
      )}
      {file && <ImportDialog file={file} onClose={() => setFile(undefined)} />}
    </>
  )
}

function Actions({
  contacts,
  onFile,
  onAdd,
}: {
  contacts: readonly Contact[]
  onFile: (file: File) => void
  onAdd: () => void
}) {
  return (
    <>
      {contacts.length > 0 && (
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          onClick={() => exportContacts(contacts)}
        >
          Export
        </Button>
      )}
      <FileButton
        accept=".csv,text/csv"
        icon={<IconUpload size={16} aria-hidden="true" />}
        onFile={onFile}
      >
        Import
      </FileButton>
      <Button
        leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
        onClick={onAdd}
      >
        Add
      </Button>
    </>
  )
}

function NoMatch({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      picture="0x2a"
      title="No matching contacts"
      actions={<Button onClick={onShowAll}>Show all contacts</Button>}
    >
      Search by name, address or network.
    </EmptyState>
  )
}

function exportContacts(contacts: readonly Contact[]): void {
  downloadText({
    name: `covault-address-book-${new Date().toISOString().slice(0, 10)}.csv`,
    type: 'text/csv',
    text: writeContactsCsv(contacts),
  })
}

function useQueryText() {
  const { q = '' } = useSearch({ strict: false })
  const search = useScopeSearch()
  const navigate = useNavigate()
  const setQuery = (text: string) =>
    void navigate({
      to: paths.addressBook,
      replace: true,
      search: text ? { ...search, q: text } : search,
    })
  return { query: q, setQuery }
}
