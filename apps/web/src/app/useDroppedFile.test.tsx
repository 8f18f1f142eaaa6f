import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import {
  cleanup,
  fireEvent,
  render,
  screen,
  waitFor,
} from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test } from 'vitest'
import { paths } from '../lib/paths.js'
import { appConfigQuery } from '../queries/appConfig.js'
import { onToast } from '../ui/toasts.js'
import { useDroppedFile } from './useDroppedFile.js'

afterEach(cleanup)

async function open() {
  const root = createRootRoute()
  const routeTree = root.addChildren([
    createRoute({
      getParentRoute: () => root,
      path: '/$',
      component: () => {
        useDroppedFile()
        return <p>Open</p>
      },
    }),
  ])
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: ['/home'] }),
  })
  const queries = new QueryClient()
  const config = { version: '1', chains: [], walletConnect: null, demo: null }
  queries.setQueryData(appConfigQuery.queryKey, config)
  render(
    <QueryClientProvider client={queries}>
      <Suspense>
        <RouterProvider router={router as never} />
      </Suspense>
    </QueryClientProvider>,
  )
  await screen.findByText('Open')
  return router
}

function writeFile(name: string, size?: number): File {
  const file = new File(['{}'], name)
  file.text = async () => `text of ${name}`
  if (size !== undefined) Object.defineProperty(file, 'size', { value: size })
  return file
}

test('every file that is dropped is imported', async () => {
  const router = await open()
  const files = [writeFile('a.json'), writeFile('b.json')]
  fireEvent.drop(window, { dataTransfer: { files } })
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(paths.bringIn),
  )
  expect(router.state.location.state).toMatchObject({
    brought: [
      { text: 'text of a.json', file: 'a.json' },
      { text: 'text of b.json', file: 'b.json' },
    ],
  })
})

test('says which files are not read, and imports the others', async () => {
  const said: string[] = []
  onToast(({ text }) => said.push(text))
  const router = await open()
  const files = Array.from({ length: 22 }, (_, at) => writeFile(`${at}.json`))
  files[0] = writeFile('large.json', 1024 * 1024 + 1)
  fireEvent.drop(window, { dataTransfer: { files } })
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(paths.bringIn),
  )
  expect(said).toEqual([
    'The file large.json is 2 MB. The limit is 1 MB.',
    'The first 20 of 22 files were opened. Drop the others afterwards.',
  ])
  const { brought } = router.state.location.state
  expect(brought).toHaveLength(19)
})
