import type { ReactNode } from 'react'
import { useApi } from '../frame/api-context.tsx'
import { Button } from '../frame/pieces.tsx'
import { type FieldOf, Field, Form } from '../frame/form.tsx'
import { useChange } from '../frame/use-change.tsx'
import { discoveryTexts as said } from '../texts/discovery.ts'

/** Another address where agents are looked for. Only the user of the machine says who is asked. */
export function AddDirectory({ names }: { readonly names: readonly string[] }): ReactNode {
  const { call, session } = useApi()
  const { act, isBusy, outcome } = useChange(['directories.list', 'find'])
  if (!session.isOwn) return null
  const add = (fieldOf: FieldOf): void => {
    const [directory, address] = [fieldOf('directory'), fieldOf('address').trim()]
    void act(async () => {
      await call('directories.add', { directory, address })
      await call('directories.refresh', { directories: [directory] })
      return { text: said.added(address) }
    })
  }
  return (
    <details>
      <summary>{said.addDirectory}</summary>
      <Form onSend={add}>
        <label>
          {said.kind}
          <select name="directory">
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <Field label={said.address} isBroad name="address" required maxLength={2000} autoComplete="off" />
        <Button text={said.add} type="submit" disabled={isBusy} />
      </Form>
      {outcome}
    </details>
  )
}
