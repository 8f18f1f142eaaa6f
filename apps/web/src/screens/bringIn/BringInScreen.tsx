import { Button, Textarea } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { BringIn } from '../../flows/bringIn/BringIn.js'
import { usePageTitle, useScopeSearch } from '../../hooks/scope.js'
import {
  type BroughtText,
  largestCarried,
  looksCarried,
} from '../../lib/carriedText.js'
import { readTextFile } from '../../lib/files.js'
import { paths } from '../../lib/paths.js'
import column from '../../ui/Column.module.css'
import { FileButton } from '../../ui/FileButton.js'
import { PageHead } from '../../ui/PageHead.js'
import { Remark } from '../../ui/Remark.js'
import { describeError } from '../../words/errors.js'
import { ScanLink } from './ScanLink.js'

/** Takes in what somebody handed over: a link, a file, a code or a text. */
export function BringInScreen() {
  usePageTitle('Import')
  const brought = useBrought()
  return (
    <>
      <PageHead title="Import">
        {brought === undefined
          ? 'A transaction or message from someone else'
          : 'Review the content before you sign or share it. Opening a file or link doesn’t sign or send anything. The content stays here, even after a reload, until you cancel.'}
      </PageHead>
      {brought === undefined ? (
        <Start />
      ) : (
        <BringIn
          key={brought.map(({ text }) => text).join('\n')}
          brought={brought}
        />
      )}
    </>
  )
}

/** What the link carries in its fragment, or what was dropped or pasted. */
function useBrought(): readonly BroughtText[] | undefined {
  const { hash, state, searchStr } = useLocation()
  const { origin } = window.location
  if (hash.startsWith('tx='))
    return [{ text: `${origin}${paths.transaction}${searchStr}#${hash}` }]
  return Array.isArray(state.brought) ? state.brought : undefined
}

function Start() {
  const navigate = useNavigate()
  const search = useScopeSearch()
  const [text, setText] = useState('')
  const [mistake, setMistake] = useState<string>()
  const [error, setError] = useState<unknown>()
  const open = (one: BroughtText) =>
    void navigate({ to: paths.bringIn, search, state: { brought: [one] } })
  const read = async (file: File) => ({
    text: await readTextFile(file, { largest: largestCarried }),
    file: file.name,
  })
  return (
    <div className={column.column}>
      <div className={column.actions}>
        <FileButton
          accept=".json,application/json"
          onFile={(file) => void read(file).then(open, setError)}
        >
          Open from file
        </FileButton>
        <ScanLink />
      </div>
      {error !== undefined && (
        <Remark kind="danger" role="alert">
          {describeError(error)}
        </Remark>
      )}
      <Textarea
        label="Link, JSON or typed data (EIP-712)"
        description="Reads what Covault, localsafe, Eternal Safe, protocol-kit and transaction services save."
        autosize
        minRows={4}
        maxRows={12}
        value={text}
        error={mistake}
        onChange={({ target }) => {
          setText(target.value)
          setMistake(undefined)
        }}
      />
      <div className={column.actions}>
        <Button
          onClick={() =>
            looksCarried(text) ? open({ text }) : setMistake(explain(text))
          }
        >
          Review
        </Button>
      </div>
      <p className={column.hint}>
        You can also drop files anywhere on the page, or paste a link into the
        search.
      </p>
    </div>
  )
}

/** What is wrong with a text that carries nothing, and what would. */
function explain(text: string): string {
  return `${describeFlaw(text)} Paste a link from Covault, localsafe or Eternal Safe, the JSON of a transaction or message, typed data, or the text of a QR code (ur:bytes/…).`
}

function describeFlaw(text: string): string {
  if (text.trim() === '') return 'The field is empty.'
  return /https?:\/\//.test(text)
    ? 'This link has no transaction or message in it, or was cut off.'
    : 'This text has no transaction or message in it.'
}
