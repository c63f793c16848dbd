import { useParams } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { useAnswer, useApi } from '../../frame/api-context.tsx'
import { NoteLink } from '../../frame/links.tsx'
import { Ago, Answered, Button, Problem, Title } from '../../frame/pieces.tsx'
import { notesTexts as said } from '../../texts/notes.ts'
import { UndoButton } from '../undo-button.tsx'
import { CodeEditor, type EditorHandle } from './code-editor.tsx'
import { Conflict } from './conflict.tsx'
import { type NoteRead, useNoteText } from './use-note-text.ts'

export function EditPage(): ReactNode {
  const { _splat: path = '' } = useParams({ from: '/edit/$' })
  const { may } = useApi()
  const answer = useAnswer('notes.read', { notes: [path] })
  return (
    <Answered answer={answer}>
      {({ notes: [note] }) =>
        note === undefined ? null : (
          <>
            <Title>{said.edited(note.title)}</Title>
            {/* The file is gone, or can't be read any more: what is edited stays. */}
            {answer.error !== null && <Problem error={answer.error} />}
            {!may('write') ? (
              <p>{said.mayNot}</p>
            ) : note.text.length > most ? (
              <p>{said.tooLarge}</p>
            ) : (
              <NoteEditor key={note.path} note={note} />
            )}
          </>
        )
      }
    </Answered>
  )
}

/** What the server takes at once. */
const most = 900_000

function NoteEditor({ note }: { readonly note: NoteRead }): ReactNode {
  const editor = useRef<EditorHandle>(null)
  const edited = useNoteText({ note, editor })
  const { text, base, saving, isChanged, isConflict, isKept, restored, save } = edited
  const isFailed = saving.state === 'failed' && isChanged && !isConflict
  return (
    <>
      {restored !== undefined && base.sha256 === restored.base.sha256 && isChanged && !isConflict && (
        <p className="notice" role="status">
          {said.restored} <Ago at={restored.at} />. <Button text={said.discard} onClick={edited.discard} />
        </p>
      )}
      {isFailed && (
        <div className="notice not-saved">
          <p role="alert">
            <strong>{said.saveFailed}</strong>
          </p>
          <Problem error={saving.error} />
        </div>
      )}
      {!isKept && isChanged && <p className="problem">{said.notKept}</p>}
      <Conflict note={note} text={edited} />
      <div className="edit-bar">
        <Button
          text={isFailed ? said.saveAgain : said.save}
          onClick={save}
          disabled={!isChanged || isConflict || saving.state === 'saving'}
        />
        <NoteLink path={note.path} text={said.back} />
        <span className="soft" role="status">
          {saving.state === 'saving'
            ? said.saving
            : isChanged
              ? said.notSaved
              : saving.state === 'saved'
                ? said.saved
                : said.same}
        </span>
        {saving.undo !== undefined && !isChanged && <UndoButton key={saving.undo} run={saving.undo} />}
      </div>
      <CodeEditor
        ref={editor}
        initial={text}
        label={said.editor}
        describedBy="editor-keys"
        isMarkdown={!/\.org$/i.test(note.path)}
        onText={edited.setText}
        onSave={() => isChanged && !isConflict && saving.state !== 'saving' && save()}
      />
      <p className="soft" id="editor-keys">
        {said.editorKeys}
      </p>
    </>
  )
}
