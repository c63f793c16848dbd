import { type ReactNode, useState } from 'react'
import { useAnswer } from '../frame/api-context.tsx'
import { DataTable } from '../frame/data-table.tsx'
import { Answered, Section } from '../frame/pieces.tsx'
import { settingsTexts as said } from '../texts/settings.ts'

export function Settings(): ReactNode {
  const [isAll, setAll] = useState(false)
  const answer = useAnswer('settings.list', isAll ? {} : { changed: true }, { keeps: true })
  return (
    <Section title={said.title}>
      <p className="soft">{said.text}</p>
      <label>
        <input type="checkbox" checked={isAll} onChange={(event) => setAll(event.target.checked)} /> {said.all}
      </label>
      <Answered answer={answer}>
        {({ settings, environment }) => (
          <>
            {settings.length === 0 ? (
              <p className="soft">{said.none}</p>
            ) : (
              <DataTable
                label={said.title}
                columns={said.columns}
                rows={settings.map(({ key, value, from, withheld }) => [
                  <code key="key">{key}</code>,
                  <code key="value">{JSON.stringify(value)}</code>,
                  `${said.from[from]}${withheld === true ? `, ${said.withheld}` : ''}`,
                ])}
              />
            )}
            {environment.length > 0 && (
              <>
                <h3>{said.environment}</h3>
                <ul>
                  {environment.map(({ name, means }) => (
                    <li key={name}>
                      <code>{name}</code> {means}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </Answered>
    </Section>
  )
}
