import type { FormEvent, ReactNode } from 'react'
import { useApi } from '../frame/api-context.tsx'
import { fieldOf } from '../frame/field-of.ts'
import { useChange } from '../frame/use-change.tsx'
import { discoveryTexts as said } from '../texts/discovery.ts'

/** Another address where agents are looked for. Only the user of the machine says who is asked. */
export function AddDirectory({ names }: { readonly names: readonly string[] }): ReactNode {
  const { call, session } = useApi()
  const { act, isBusy, outcome } = useChange(['directories.list', 'find'])
  if (!session.isOwn) return null
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const [directory, address] = [fieldOf(data, 'directory'), fieldOf(data, 'address').trim()]
    void act(async () => {
      await call('directories.add', { directory, address })
      await call('directories.refresh', { directories: [directory] })
      return { text: said.added(address) }
    })
  }
  return (
    <details>
      <summary>{said.addDirectory}</summary>
      <form onSubmit={submit}>
        <label>
          {said.kind}
          <select name="directory">
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label className="broad">
          {said.address}
          <input name="address" required maxLength={2000} autoComplete="off" />
        </label>
        <button type="submit" disabled={isBusy}>
          {said.add}
        </button>
      </form>
      {outcome}
    </details>
  )
}
