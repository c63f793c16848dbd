import { QueryClient, QueryClientProvider, notifyManager } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError, apiOf } from './api/call.ts'
import { type Session, findSession } from './api/session.ts'
import { ApiContext } from './frame/api-context.tsx'
import { SignInPage } from './frame/sign-in-page.tsx'
import { router } from './router.tsx'

/** What the engine refuses it refuses again. */
function retry(failures: number, error: unknown): boolean {
  return failures < 2 && !(error instanceof ApiError)
}

// Answers are shown when they come; a timer, the usual way, waits behind whatever else the page has to do.
notifyManager.setScheduler(queueMicrotask)

const queries = new QueryClient({
  defaultOptions: {
    // The server is on this machine, or a way to it is: whether there is a network otherwise says nothing.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      gcTime: 10 * 60_000,
      retry,
    },
  },
})

function Page({ first }: { readonly first: Session | undefined }): ReactNode {
  const [session, setSession] = useState(first)
  if (session === undefined) return <SignInPage onSession={setSession} />
  return (
    <ApiContext value={apiOf(session)}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ApiContext>
  )
}

// A newer build has replaced the files that this page was to load.
addEventListener('vite:preloadError', () => location.reload())

const place = document.querySelector('#page')
if (place !== null)
  createRoot(place).render(
    <StrictMode>
      <Page first={await findSession()} />
    </StrictMode>,
  )
