import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useAnswer, useApi } from '../frame/api-context.tsx'
import { Answered, Button, Section } from '../frame/pieces.tsx'
import { NoteBody } from '../notes/note-body.tsx'
import { researchTexts as said } from '../texts/research.ts'
import type { Report } from './report-pieces.tsx'

type PodcastProps = { readonly run: string; readonly result: NonNullable<Report['result']> }

/** The report as a talk: its sound, and what is said in it. */
export function Podcast({
  run,
  result: { script_path: script, audio_path: audio, gone = [] },
}: PodcastProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const isThere = (path: string | undefined): path is string => path !== undefined && !gone.includes(path)
  if (!isThere(script)) return null
  return (
    <Section title={said.podcastTitle}>
      {isThere(audio) ? <Player run={run} /> : <p className="soft">{said.noAudio}</p>}
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{said.transcript}</summary>
        {isOpen && <Transcript path={script} />}
      </details>
    </Section>
  )
}

function Transcript({ path }: { readonly path: string }): ReactNode {
  return (
    <Answered answer={useAnswer('notes.render', { note: path, lines: 2000 })}>
      {({ html }) => <NoteBody note={path} html={html} />}
    </Answered>
  )
}

function Player({ run }: { readonly run: string }): ReactNode {
  const { audio } = useApi()
  const [isWanted, setWanted] = useState(false)
  const answer = useQuery({
    queryKey: ['audio', run],
    queryFn: async ({ signal }) => await audio(run, signal),
    enabled: isWanted,
  })
  const { data } = answer
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (data === undefined) return undefined
    const made = URL.createObjectURL(data)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  if (!isWanted) return <Button text={said.listen} onClick={() => setWanted(true)} />
  return (
    <Answered answer={answer}>
      {() =>
        address === undefined ? null : (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- its transcript stands below
          <audio controls src={address} aria-label={said.podcastTitle} />
        )
      }
    </Answered>
  )
}
