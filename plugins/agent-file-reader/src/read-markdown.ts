import { mailSubject, neutraliseMarkdown, oneLine } from '@datacortex/content'
import { type Finding, warningFinding } from '@datacortex/errors'
import { frontMatter } from './front-matter.ts'
import type { Reader } from './reader.ts'

/** Markdown: front matter is read and goes, what acts is neutralised. */
export const readMarkdown: Reader = ({ name, text, url }) => {
  const { fields, body, findings } = frontMatter(text(), { name })
  const { text: shown, comments } = neutraliseMarkdown(body, url === undefined ? {} : { base: url })
  const heading = /^#\s+(.+?)\s*#*$/m.exec(shown)?.[1]
  return {
    ...fields,
    title: fields.title ?? (heading === undefined ? undefined : oneLine(heading.replaceAll(/[*_`]|\\(?=[<#])/g, ''))),
    text: shown,
    findings: [...findings, ...(comments === 0 ? [] : [commentsFinding(name, comments)])],
  }
}

/** Plain text: shown as it is; a mail is called as its subject, another text as its first line if that stands alone. */
export const readPlainText: Reader = ({ name, text }) => {
  const shown = neutraliseMarkdown(text()).text
  const first = /^\s*(\S[^\n]{0,99})\n\s*\n/.exec(shown)?.[1]
  return {
    title: mailSubject(shown) ?? (first === undefined ? undefined : oneLine(first)),
    text: shown,
    findings: /\.(?:json|jsonl|ndjson)$/i.test(name) ? [noJsonFinding(name)] : [],
  }
}

function noJsonFinding(subject: string): Finding {
  return warningFinding('FILE_READ_AS_TEXT', subject, {
    message: 'It is called JSON and is none, so it was read as plain text.',
    hint: 'Look whether it was cut off while it was written.',
  })
}

function commentsFinding(subject: string, count: number): Finding {
  return warningFinding('FILE_COMMENTS_REMOVED', subject, {
    message: `${count} ${count === 1 ? 'comment' : 'comments'} that readers do not see ${count === 1 ? 'was' : 'were'} left out.`,
    hint: 'Such comments may be meant for machines; look at the original.',
  })
}
