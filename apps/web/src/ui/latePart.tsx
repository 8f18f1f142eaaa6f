import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  useCallback,
  useEffect,
  useState,
} from 'react'
import { Banner } from './Banner.js'
import { RetryButton } from './RetryButton.js'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/**
 * A part of the page whose code comes late. Where it can't be loaded, that is
 * said in its place: it must not take the page with it.
 */
export function latePart<Props extends object>(
  load: Load<Props>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => loadPart(load))
}

/**
 * The part, or what stands in its place. `isServed` says that its server is
 * there: whoever catches the failure then may load the page anew.
 */
export async function loadPart<Props extends object>(
  load: Load<Props>,
  isServed: () => Promise<boolean> = async () => false,
): Promise<{ default: ComponentType<Props> }> {
  try {
    return await load()
  } catch (error) {
    if (await isServed()) throw error
    return { default: createMissing(load) }
  }
}

/**
 * Who loads a part remembers a failure for ever, also of one that was only asked
 * for ahead. So it is asked for here: when it is opened, and when somebody says.
 */
function createMissing<Props extends object>(
  load: Load<Props>,
): ComponentType<Props> {
  let found: ComponentType<Props> | undefined
  return function Missing(props: Props) {
    const [Part, setPart] = useState(() => found)
    const [isMissing, setMissing] = useState(false)
    const retry = useCallback(async () => {
      try {
        found = (await load()).default
        setPart(() => found)
      } catch {
        setMissing(true)
      }
    }, [])
    useEffect(() => {
      if (!Part) void retry()
    }, [Part, retry])
    if (Part) return <Part {...props} />
    if (!isMissing) return null
    return (
      <Banner
        title="Can’t load this part of the app."
        action={<RetryButton size="xs" variant="default" onRetry={retry} />}
      >
        The server of this page or your network may be unreachable. Nothing was
        sent.
      </Banner>
    )
  }
}
