import { useQueryClient } from '@tanstack/react-query'
import type { FileChange } from '@datacortex/space'
import { useEffect, useState } from 'react'
import { useApi } from '../frame/api-context.tsx'
import { followChanges } from './follow-changes.ts'

/** Asks anew what is shown and was changed by others. Gives back whether the server no longer answers. */
export function useLive(): boolean {
  const api = useApi()
  const queries = useQueryClient()
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    if (!api.may('read')) return undefined
    return followChanges(api, (message) => {
      setGone(message.type === 'gone')
      // What was asked before may have changed until somebody was message.
      if (message.type === 'watching') void queries.invalidateQueries()
      if (message.type === 'changed') {
        const names = concerned[message.kind]
        void queries.invalidateQueries({
          predicate: ({ queryKey: [name] }) => names.some((one) => String(name).startsWith(one)),
        })
      }
    })
  }, [api, queries])
  return isGone
}

/** Beginnings of the names of operations whose answers depend on what changed. */
const concerned: Readonly<Record<FileChange['kind'], readonly string[]>> = {
  notes: ['notes.', 'search.', 'research.', 'undo.', 'status'],
  agents: ['agents.', 'search.', 'context', 'modules.', 'dynamic.', 'trust.', 'sources.', 'status'],
  memories: ['memory.', 'recall', 'search.', 'status'],
  runs: ['log.', 'agents.show', 'search.', 'research.'],
  night: ['nightshift.', 'today', 'research.'],
  settings: [''],
}
