import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type NoteLinkProps = { readonly path: string; readonly line?: number; readonly text?: string | undefined }

/** A link to a note, by its path where it has no other text. `line`: where it opens. */
export function NoteLink({ path, line, text = path }: NoteLinkProps): ReactNode {
  return (
    <Link to="/note/$" params={{ _splat: path }} search={line === undefined ? {} : { line }}>
      {text}
    </Link>
  )
}

type AgentLinkProps = {
  readonly id: string
  readonly text?: string
  readonly hash?: string
  readonly className?: string
}

/** A link to an agent, by its id where it has no other text. `hash`: a run of it. */
export function AgentLink({ id, text = id, ...rest }: AgentLinkProps): ReactNode {
  return (
    <Link to="/agent/$" params={{ _splat: id }} {...rest}>
      {text}
    </Link>
  )
}
