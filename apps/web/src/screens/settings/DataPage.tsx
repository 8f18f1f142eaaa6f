import { Button, SegmentedControl } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { capitalise } from '../../lib/capitalise.js'
import { downloadText, readTextFile } from '../../lib/files.js'
import { toForeignText } from '../../lib/foreignText.js'
import { formatCount } from '../../lib/formatCount.js'
import { addressBook } from '../../preferences/addressBook.js'
import {
  applyData,
  readDataFile,
  writeDataFile,
} from '../../preferences/dataFile.js'
import { listChosen } from '../../preferences/environment.js'
import type { ImportedData } from '../../preferences/importedData.js'
import { knownSafes } from '../../preferences/knownSafes.js'
import {
  type Kept,
  listKept,
  removeKept,
  subscribePreferences,
  usePreference,
} from '../../preferences/preference.js'
import type { SafeAppPreferences } from '../../preferences/safeApps.js'
import { Banner } from '../../ui/Banner.js'
import { Dialog, DialogActions } from '../../ui/Dialog.js'
import danger from '../../ui/danger.module.css'
import { FileButton } from '../../ui/FileButton.js'
import { Section } from '../../ui/Section.js'
import { showToast } from '../../ui/toasts.js'
import { describeError } from '../../words/errors.js'
import { nameKept } from '../../words/keptData.js'
import { ForgetBrowser } from './ForgetBrowser.js'
import { SettingRow } from './SettingRow.js'
import classes from './SettingsScreen.module.css'

/** What this browser remembers, out of it and into it. */
export function DataPage() {
  const contacts = usePreference(addressBook)
  const safes = usePreference(knownSafes)
  const [file, setFile] = useState<File>()
  return (
    <>
      <KeptSection />
      <Section
        className={classes.section}
        title="Data in this browser"
        note={`${formatCount(contacts.length, 'contact')}, ${formatCount(safes.length, 'saved safe')}`}
      >
        <SettingRow
          title="Export"
          note="Contacts, saved safes, settings, apps and their permissions, in one file. Other Safe products can read it too. The file contains no keys or signatures."
        >
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={exportData}
          >
            Export
          </Button>
        </SettingRow>
        <SettingRow
          title="Import"
          note="A file exported from Covault or another Safe product, in format version 1.0, 2.0 or 3.0. You see its content before anything is imported."
        >
          <FileButton
            accept=".json,application/json"
            icon={<IconUpload size={16} aria-hidden="true" />}
            onFile={setFile}
          >
            Import
          </FileButton>
        </SettingRow>
        <ForgetBrowser />
      </Section>
      {file && <ImportDialog file={file} onClose={() => setFile(undefined)} />}
    </>
  )
}

function exportData(): void {
  downloadText({
    name: `covault-data-${new Date().toISOString().slice(0, 10)}.json`,
    type: 'application/json',
    text: writeDataFile(),
  })
}

/** What could not be read is shown as it was found. */
function KeptSection() {
  const text = useSyncExternalStore(subscribePreferences, () =>
    JSON.stringify(listKept()),
  )
  const kept: Kept[] = JSON.parse(text)
  const [first, ...others] = kept
  if (!first) return null
  const title =
    others.length === 0
      ? `Your ${nameKept(first.name)} can’t be read.`
      : `${formatCount(kept.length, 'entry')} saved in this browser can’t be read.`
  return (
    <Section
      className={classes.section}
      title="Unreadable data"
      note="kept, but this version can’t read it"
    >
      <div className={classes.unreadable}>
        <Banner title={title}>
          Nothing was deleted. Save it as a file before you delete it here.
        </Banner>
      </div>
      {kept.map((piece) => (
        <SettingRow
          key={piece.key}
          title={capitalise(nameKept(piece.name))}
          note={<pre className={classes.kept}>{piece.text.slice(0, 500)}</pre>}
        >
          <div className={classes.buttons}>
            <Button
              aria-label={`Save ${nameKept(piece.name)} as file`}
              onClick={() =>
                downloadText({
                  name: `${piece.key}.txt`,
                  type: 'text/plain',
                  text: piece.text,
                })
              }
            >
              Save as file
            </Button>
            <Button
              variant="default"
              className={danger.asks}
              aria-label={`Delete ${nameKept(piece.name)}`}
              onClick={() => removeKept(piece.key)}
            >
              Delete
            </Button>
          </div>
        </SettingRow>
      ))}
    </Section>
  )
}

type Mode = 'merge' | 'overwrite'

function ImportDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const [mode, setMode] = useState<Mode>('merge')
  const { data, error } = useQuery({
    queryKey: ['dataFile', file.name, file.size, file.lastModified],
    queryFn: async () => readDataFile(await readTextFile(file)),
    gcTime: 0,
  })
  const take = () => {
    if (!data) return
    applyData(data, mode)
    onClose()
    showToast({
      kind: 'done',
      text: `${formatCount(data.contacts.length, 'contact')} and ${formatCount(data.safes.length, 'safe')} imported.`,
    })
  }
  return (
    <Dialog title="Import data" size="form" onClose={onClose}>
      <div role="status">
        {error && <p className={classes.note}>{describeError(error)}</p>}
        {!error && !data && (
          <p className={classes.note}>Reading {file.name}…</p>
        )}
        {data && <Contents name={file.name} data={data} />}
      </div>
      {data && (
        <SegmentedControl
          aria-label="Existing data"
          withItemsBorders={false}
          value={mode}
          onChange={setMode}
          data={[
            { value: 'merge', label: 'Add to existing data' },
            { value: 'overwrite', label: 'Replace existing data' },
          ]}
        />
      )}
      <DialogActions onCancel={onClose}>
        <Button disabled={!data} onClick={take}>
          Import
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Contents({ name, data }: { name: string; data: ImportedData }) {
  return (
    <>
      <p className={classes.note}>{name} contains</p>
      <ul className={classes.list}>
        <li>{formatCount(data.contacts.length, 'contact')}</li>
        <li>{formatCount(data.safes.length, 'safe')}</li>
        {data.own && (
          <li>
            settings such as appearance and tokens; security settings aren’t
            imported
          </li>
        )}
        {data.own?.safeApps && <Apps {...data.own.safeApps} />}
        {data.skipped > 0 && (
          <li>
            {formatCount(data.skipped, 'record')} skipped, because the address,
            the name or the network is missing or invalid
          </li>
        )}
        {data.own?.environment &&
          listChosen(data.own.environment).length > 0 && (
            <li>
              your own servers, which aren’t imported: enter them under Servers
            </li>
          )}
        {data.ignored.length > 0 && (
          <li>{data.ignored.join(', ')} (not used here)</li>
        )}
      </ul>
    </>
  )
}

/** Who would get something by it is named, by origin: a name could be anybody's. */
function Apps({ pinned, custom, accepted, answers }: SafeAppPreferences) {
  const trusted = [
    ...new Set([
      ...answers.flatMap(({ isGranted, origin }) => (isGranted ? origin : [])),
      ...accepted,
    ]),
  ]
  if (pinned.length + custom.length + answers.length + accepted.length === 0)
    return null
  return (
    <>
      <li>
        {formatCount(custom.length, 'custom app')},{' '}
        {formatCount(pinned.length, 'pinned app')} and{' '}
        {formatCount(answers.length, 'app permission')}
      </li>
      {trusted.length > 0 && (
        <li>
          permissions of{' '}
          {trusted.map((origin) => toForeignText(origin, 100)).join(', ')},
          which aren’t imported: each app asks again
        </li>
      )}
    </>
  )
}
