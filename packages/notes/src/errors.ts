import { errorsOf } from '@datacortex/errors'

export const noteError = errorsOf({
  MEMORY_NOTE_UNREADABLE: {
    message: ({ path, reason }: { path: string; reason: string }) =>
      `The note ${JSON.stringify(path)} can't be read: ${reason}.`,
    hint: 'Check the file and its permissions. Nothing was changed.',
  },
  MEMORY_HEADING_AMBIGUOUS: {
    message: ({ path, heading, lines }: { path: string; heading: string; lines: readonly number[] }) =>
      `${path} has ${lines.length} headings ${JSON.stringify(heading)}, in lines ${lines.join(', ')}.`,
    hint: ({ heading, lines }) =>
      `Name the one that is meant by its line, "…#${heading}:${lines[0]}", or by one above it, "…#Above#${heading}".`,
  },
})
