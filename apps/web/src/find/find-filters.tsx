import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useAnswer, useApi } from '../frame/api-context.tsx'
import { findTexts as said } from '../texts/find.ts'
import { type FindSearch, filters, kinds } from './find-search.ts'
import { Button } from '../frame/pieces.tsx'

/** What is left out of the answer. */
export function FindFilters({ search }: { readonly search: FindSearch }): ReactNode {
  const navigate = useNavigate()
  const { may } = useApi()
  const isSet = search.only !== undefined || filters.some((name) => search[name] !== undefined)
  const [isOpen, setOpen] = useState(isSet)
  const tags = useAnswer('notes.tags', { top: 200 }, { enabled: isOpen })
  const agents = useAnswer('agents.list', {}, { enabled: isOpen && may('find') })
  const set = (name: string, value: string): void =>
    void navigate({ to: '/', search: (now) => ({ ...now, [name]: value === '' ? undefined : value }), replace: true })
  const known: Readonly<Record<string, readonly string[]>> = {
    tag: tags.data?.tags.map(({ tag }) => tag) ?? [],
    type: ['note', 'zettel', 'literature', 'journal', 'org', 'canvas', 'session-memory'],
    agent: agents.data?.agents.map(({ id }) => id) ?? [],
  }
  return (
    <details className="filters" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{said.filters}</summary>
      <label>
        {said.kind}
        <select value={search.only ?? ''} onChange={(event) => set('only', event.target.value)}>
          <option value="">{said.all}</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {said.groups[kind]}
            </option>
          ))}
        </select>
      </label>
      {filters.map((name) => (
        <label key={name}>
          {said[name]}
          <input
            defaultValue={search[name] ?? ''}
            key={search[name] ?? ''}
            {...(name === 'since' || name === 'until' ? { type: 'date' } : { list: `known-${name}` })}
            onBlur={(event) => event.target.value !== (search[name] ?? '') && set(name, event.target.value.trim())}
            onKeyDown={(event) => {
              // The keys of the list of results are not for who fills in a filter.
              event.stopPropagation()
              if (event.key === 'Enter') event.currentTarget.blur()
            }}
          />
          <datalist id={`known-${name}`}>
            {known[name]?.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </label>
      ))}
      {isSet && (
        <Button
          text={said.clear}
          onClick={() => void navigate({ to: '/', search: ({ q }) => ({ q }), replace: true })}
        />
      )}
    </details>
  )
}
