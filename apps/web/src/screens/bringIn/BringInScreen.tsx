import { Button, Textarea } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { BringIn } from '../../flows/bringIn/BringIn.js'
import { usePageTitle, useScopeSearch } from '../../hooks/scope.js'
import { looksCarried } from '../../lib/carriedText.js'
import { readTextFile } from '../../lib/files.js'
import { paths } from '../../lib/paths.js'
import column from '../../ui/Column.module.css'
import { FileButton } from '../../ui/FileButton.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { PageHead } from '../../ui/PageHead.js'
import { Remark } from '../../ui/Remark.js'
import { describeError } from '../../words/errors.js'

/** Takes in what somebody handed over: a link, a file, a code or a text. */
export function BringInScreen() {
  usePageTitle('Import')
  const text = useBrought()
  return (
    <>
      <PageHead title="Import">
        {text === undefined
          ? 'A transaction or message from someone else'
          : 'Review the content before you add it. Opening it doesn’t sign or send anything.'}
      </PageHead>
      {text === undefined ? <Start /> : <BringIn key={text} text={text} />}
    </>
  )
}

/** What the link carries in its fragment, or what was dropped or pasted. */
function useBrought(): string | undefined {
  const { hash, state, searchStr } = useLocation()
  if (hash.startsWith('tx='))
    return `${window.location.origin}${paths.transaction}${searchStr}#${hash}`
  return state.brought
}

/** Where the browser says so; one that does not asks the reader later. */
function isCameraAllowed(): boolean {
  const { featurePolicy } = document as {
    featurePolicy?: { allowsFeature(name: string): boolean }
  }
  return featurePolicy?.allowsFeature('camera') ?? true
}

function Start() {
  const navigate = useNavigate()
  const search = useScopeSearch()
  const [text, setText] = useState('')
  const [error, setError] = useState<unknown>()
  const open = (brought: string) =>
    void navigate({ to: paths.bringIn, search, state: { brought } })
  return (
    <div className={column.column}>
      <div className={column.actions}>
        <FileButton
          accept=".json,application/json"
          onFile={(file) => void readTextFile(file).then(open, setError)}
        >
          Open from file
        </FileButton>
        <LinkButton
          variant="default"
          to={paths.scan}
          search={search}
          // The camera is allowed for the document of that address alone.
          reloadDocument={!isCameraAllowed()}
          leftSection={
            <IconQrcode size={16} stroke={1.75} aria-hidden="true" />
          }
        >
          Scan
        </LinkButton>
      </div>
      {error !== undefined && (
        <Remark kind="danger" role="alert">
          {describeError(error)}
        </Remark>
      )}
      <Textarea
        label="Link, JSON or typed data"
        description="From Covault, localsafe, Eternal Safe, protocol-kit or a transaction service."
        autosize
        minRows={4}
        maxRows={12}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={column.actions}>
        <Button disabled={!looksCarried(text)} onClick={() => open(text)}>
          Review
        </Button>
      </div>
      <p className={column.hint}>
        You can also drop a file anywhere on the page, or paste a link into the
        search.
      </p>
    </div>
  )
}
