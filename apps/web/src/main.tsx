import './app/trustedTypes.js'
import './app/styles.js'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient, Providers } from './app/providers.js'
import { createAppRouter } from './app/router.js'
import { watchTakeover } from './trust/servedRelease.js'

watchTakeover()

const container = document.getElementById('root')
if (container)
  createRoot(container).render(
    <StrictMode>
      <Providers queries={createQueryClient()}>
        <RouterProvider router={createAppRouter()} />
      </Providers>
    </StrictMode>,
  )
