import './app/trustedTypes.js'
import './app/styles.js'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient, Providers } from './app/providers.js'
import { createAppRouter } from './app/router.js'

const nonce = readNonce()
// react-remove-scroll, inside of the wallet modal, asks get-nonce.
setNonce(nonce)

const container = document.getElementById('root')
if (container)
  createRoot(container).render(
    <StrictMode>
      <Providers queries={createQueryClient()} nonce={nonce}>
        <RouterProvider router={createAppRouter()} />
      </Providers>
    </StrictMode>,
  )

function readNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')
  return meta?.content ?? ''
}
