import { type Finding, infoFinding, warningFinding } from '@datacortex/errors'

/** A pattern that is no valid expression, or that could take for ever. */
export function patternInvalid(agent: string, { pattern, reason }: { pattern: string; reason: string }): Finding {
  return warningFinding('ROUTER_PATTERN_INVALID', agent, {
    message: `The pattern ${shown(pattern)} of ${agent} can't be used: ${reason}.`,
    hint: 'Patterns are regular expressions in RE2 syntax, without look-around and back-references. The others work.',
  })
}

export function patternTooLong(agent: string, pattern: string): Finding {
  return warningFinding('ROUTER_PATTERN_TOO_LONG', agent, {
    message: `A pattern of ${agent} is left out: it has ${pattern.length} characters, ${shown(pattern)}.`,
    hint: 'Split it into several of at most 1,000 characters.',
  })
}

/** One pattern too many that any text could match. */
export function patternUnspecific(agent: string, pattern: string): Finding {
  return warningFinding('ROUTER_PATTERN_UNSPECIFIC', agent, {
    message: `The pattern ${shown(pattern)} of ${agent} is left out: it has no fixed word, and there are 200 like it.`,
    hint: 'Put a word into it that each of its tasks has.',
  })
}

/** A pattern in the way in which programs write one, whose slashes may be meant. */
export function patternSlashes(agent: string, pattern: string): Finding {
  return infoFinding('ROUTER_PATTERN_SLASHES', agent, {
    message: `The pattern ${shown(pattern)} of ${agent} matches only with the slashes around it.`,
    hint: String.raw`Leave them out if they only mark its ends, or write the first as \/ if they are meant.`,
  })
}

/** A pattern whose words are those of ASCII, because nothing else can be made of it. */
export function patternAscii(agent: string, pattern: string): Finding {
  return infoFinding('ROUTER_PATTERN_ASCII', agent, {
    message: `In the pattern ${shown(pattern)} of ${agent} \\b and \\w know no letters beyond ASCII.`,
    hint: 'Leave out \\b and \\w, classes such as \\p{L}, or some of the different letters.',
  })
}

function shown(pattern: string): string {
  return JSON.stringify(pattern.length > 80 ? `${pattern.slice(0, 80)}…` : pattern)
}
