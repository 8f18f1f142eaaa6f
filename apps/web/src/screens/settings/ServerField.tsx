import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  isAllowedRpcUrl,
  isAllowedUrl,
  type Tested,
} from '../../preferences/environment.js'
import { Status } from '../../ui/Status.js'
import { describeError } from '../../words/errors.js'
import classes from './SettingsScreen.module.css'

type Result = { kind: 'ok' | 'danger' | 'waiting'; text: string }

/** The address of one server, with a test that reports what it found. */
export function ServerField({
  label,
  placeholder,
  note,
  url,
  isRpc = false,
  tested,
  mayAsk,
  onAllow,
  onTest,
  onSave,
}: {
  label: string
  placeholder: string
  note: string
  url: string | null
  /** An RPC endpoint, which may be reached by a websocket. */
  isRpc?: boolean
  /** What this page was loaded again for. */
  tested: Tested | undefined
  /** Whether the policy of this document allows to talk to it already. */
  mayAsk: (url: string) => boolean
  /** Loads the page again with a policy that allows to talk to it. */
  onAllow: (tested: Tested) => void
  /** Says in words what answered, or throws. */
  onTest: (url: string | null) => Promise<string>
  onSave: (url: string | null) => void
}) {
  const isTested = tested?.field === label
  const [text, setText] = useState((isTested && tested?.url) || url || '')
  const [result, setResult] = useState<Result>()
  const [isBusy, setBusy] = useState(false)
  const entered = text.trim()
  const error = check(entered, isRpc)
  const isChanged = entered !== (url ?? '')
  const test = async () => {
    setBusy(true)
    if (entered && !mayAsk(entered))
      return onAllow({ field: label, url: entered })
    setResult(undefined)
    setResult(
      await onTest(entered || null).then(
        (found): Result => ({ kind: 'ok', text: found }),
        (cause): Result => ({ kind: 'danger', text: describeError(cause) }),
      ),
    )
    setBusy(false)
  }
  // What was saved, or waits for a test, is tested once the page is back.
  const testAgain = useRef(test)
  useEffect(() => {
    if (url || isTested) void testAgain.current()
  }, [url, isTested])
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!error && isChanged) onSave(entered || null)
  }
  return (
    <div className={classes.server}>
      <form onSubmit={save}>
        <TextInput
          label={label}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={text}
          error={error}
          onChange={(event) => {
            setText(event.target.value)
            setResult(undefined)
          }}
        />
        <Button
          variant="default"
          size="md"
          loading={isBusy}
          disabled={error !== undefined}
          aria-label={`Test ${label}`}
          onClick={() => void test()}
        >
          Test
        </Button>
        <Button
          type="submit"
          disabled={!isChanged || error !== undefined}
          aria-label={`Save ${label}`}
        >
          Save
        </Button>
      </form>
      <div role="status">
        {result && <Status kind={result.kind}>{result.text}</Status>}
        {!result && <p className={classes.note}>{note}</p>}
      </div>
    </div>
  )
}

function check(text: string, isRpc: boolean): string | undefined {
  const isAllowed = isRpc ? isAllowedRpcUrl : isAllowedUrl
  if (text === '' || isAllowed(text)) return undefined
  return isRpc
    ? 'Enter a URL that starts with https or wss (http or ws only for this machine). It can’t contain a user name.'
    : 'Enter a URL that starts with https (http only for this machine). It can’t contain a user name.'
}
