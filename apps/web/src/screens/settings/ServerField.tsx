import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isAllowedUrl } from '../../preferences/environment.js'
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
  mayAsk,
  onTest,
  onSave,
}: {
  label: string
  placeholder: string
  note: string
  url: string | null
  /** Whether the policy of this document allows to talk to it already. */
  mayAsk: (url: string) => boolean
  /** Says in words what answered, or throws. */
  onTest: (url: string | null) => Promise<string>
  onSave: (url: string | null) => void
}) {
  const [text, setText] = useState(url ?? '')
  const [result, setResult] = useState<Result>()
  const [isBusy, setBusy] = useState(false)
  const entered = text.trim()
  const error = check(entered)
  const isChanged = entered !== (url ?? '')
  const test = async () => {
    if (entered && !mayAsk(entered))
      return setResult({
        kind: 'waiting',
        text: 'Save it first; it is tested when the page has loaded again.',
      })
    setBusy(true)
    setResult(undefined)
    setResult(
      await onTest(entered || null).then(
        (found): Result => ({ kind: 'ok', text: found }),
        (cause): Result => ({ kind: 'danger', text: describeError(cause) }),
      ),
    )
    setBusy(false)
  }
  // What was just saved is tested as soon as the page is back.
  const testSaved = useRef(test)
  useEffect(() => {
    if (url) void testSaved.current()
  }, [url])
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
        {result ? (
          <Status kind={result.kind}>{result.text}</Status>
        ) : (
          <p className={classes.note}>{note}</p>
        )}
      </div>
    </div>
  )
}

function check(text: string): string | undefined {
  if (text === '' || isAllowedUrl(text)) return undefined
  return 'An https address is needed, or http on this machine, without a user name.'
}
