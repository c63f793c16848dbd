import { useNavigate, useSearch } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { type KeyboardEvent, type ReactNode, type RefObject, memo, useEffect, useRef, useState } from 'react'
import { Problem, Title } from '../frame/pieces.tsx'
import { texts } from '../texts.ts'
import { findTexts as said } from '../texts/find.ts'
import { FindFilters } from './find-filters.tsx'
import { type Kind, kinds } from './find-search.ts'
import { type FoundOne, FoundRow, placeOf } from './found-row.tsx'
import { useActiveDescendant } from './use-active-descendant.ts'
import { type Found, useFound } from './use-found.ts'

/** One box over everything. What is typed is asked at once and stands in the address a moment later; a result leads on. */
export function FindPage(): ReactNode {
  const search = useSearch({ from: '/' })
  const navigate = useNavigate()
  const { q: inAddress = '' } = search
  const [typed, setTyped] = useState(inAddress)
  const [asked, setAsked] = useState(inAddress)
  const [chosen, setChosen] = useState('')
  const isComposing = useRef(false)
  const box = useRef<HTMLDivElement>(null)
  const { answer, isCurrent, isFinal, hasRested, error } = useFound({ ...search, q: asked })
  const found = answer === undefined ? [] : kinds.flatMap((kind) => answer[kind].map((one) => ({ kind, ...one })))
  const first = found[0] === undefined ? '' : `${found[0].kind}:${found[0].id}`
  const isTyped = typed.trim() === asked.trim()
  const key = JSON.stringify({ ...search, q: asked })
  const before = chosenBefore.get(key)
  const wanted = found.some(({ kind, id }) => `${kind}:${id}` === before) ? (before ?? '') : first
  useEffect(() => setChosen(wanted), [wanted, key])
  const byHand = useRef(false)
  // What the list chooses by itself, such as the first one when it appears, is not what somebody chose.
  const choose = (value: string): void => {
    if (!byHand.current) return
    setChosen(value)
    chosenBefore.set(key, value)
  }
  const written = useRef(inAddress)
  const writeAddress = async (): Promise<void> => {
    if (written.current === asked) return
    written.current = asked
    const q = asked === '' ? undefined : asked
    await navigate({ to: '/', search: (before) => ({ ...before, q }), replace: true, resetScroll: false })
  }
  useEffect(() => {
    if (hasRested || asked === '') void writeAddress()
  }, [hasRested, asked])
  // By a link, or by the way back.
  useEffect(() => {
    if (inAddress === written.current) return
    written.current = inAddress
    setTyped(inAddress)
    setAsked(inAddress)
  }, [inAddress])
  useActiveDescendant(box, answer)

  const open = useRef((_kind: Kind, _one: FoundOne): void => {})
  open.current = (kind, one) => void writeAddress().then(async () => await navigate(placeOf(kind, one)))
  const ask = (text: string): void => {
    setTyped(text)
    byHand.current = false
    if (!isComposing.current) setAsked(text)
  }
  // What is shown may answer another question than the one that stands there.
  const guardEnter = (event: KeyboardEvent): void => {
    if (event.key.startsWith('Arrow')) byHand.current = true
    if (event.key === 'Enter' && !(isCurrent && isTyped)) event.preventDefault()
  }
  return (
    <>
      <Title>{said.title}</Title>
      <Command
        ref={box}
        label={said.label}
        shouldFilter={false}
        // The library scores what it doesn't filter, too.
        filter={() => 1}
        value={chosen}
        onValueChange={choose}
        onKeyDown={guardEnter}
        onPointerMove={() => (byHand.current = true)}
      >
        <Command.Input
          value={typed}
          onValueChange={ask}
          onCompositionStart={() => (isComposing.current = true)}
          onCompositionEnd={(event) => {
            isComposing.current = false
            ask(event.currentTarget.value)
          }}
          placeholder={said.placeholder}
          autoFocus
        />
        <FindFilters search={search} />
        {error !== null && <Problem error={error} />}
        <p className="soft" role="status">
          {statusOf(asked, { answer, isCurrent, isFinal, count: found.length })}
        </p>
        {isFinal && isCurrent && found.length === 0 && asked !== '' && <p>{said.nothingHint}</p>}
        <Command.List label={said.results} className={isCurrent ? '' : 'late'}>
          <FoundRows answer={answer} open={open} />
        </Command.List>
      </Command>
    </>
  )
}

type FoundRowsProps = {
  readonly answer: Found['answer']
  readonly open: RefObject<(kind: Kind, one: FoundOne) => void>
}

/** Drawn anew for another answer only: dozens of rows for each letter take longer than the letter. */
const FoundRows = memo(({ answer, open }: FoundRowsProps): ReactNode =>
  kinds.map((kind) => {
    const some = answer?.[kind] ?? []
    return some.length === 0 ? null : (
      <Command.Group key={kind} heading={said.groups[kind]}>
        {some.map((one) => (
          <Command.Item key={one.id} value={`${kind}:${one.id}`} onSelect={() => open.current(kind, one)}>
            <FoundRow kind={kind} found={one} />
          </Command.Item>
        ))}
      </Command.Group>
    )
  }),
)

/** What somebody chose of the answer to a question, for who comes back to it. */
const chosenBefore = new Map<string, string>()

type Status = Pick<Found, 'answer' | 'isCurrent' | 'isFinal'> & { readonly count: number }

function statusOf(query: string, { answer, isCurrent, isFinal, count }: Status): string {
  if (query.trim() === '') return said.hint
  if (answer === undefined || !isCurrent) return texts.loading
  if (!isFinal) return said.more
  return count === 0 ? said.nothing(query) : said.done(count)
}
