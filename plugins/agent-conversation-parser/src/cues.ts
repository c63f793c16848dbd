import type { ExtractedQuote } from '@datacortex/plugin'

/** At most so many of a kind. */
const most = 100

export function findCues(turns: readonly { readonly text: string; readonly start: number }[]): {
  readonly decisions: readonly ExtractedQuote[]
  readonly insights: readonly ExtractedQuote[]
} {
  const decisions: ExtractedQuote[] = []
  const insights: ExtractedQuote[] = []
  for (const { text, start } of turns) {
    if (!decisionCues.test(text) && !insightCues.test(text)) continue
    for (const sentence of sentencesOf(text)) {
      const quote = { ...sentence, start: start + sentence.start, end: start + sentence.end }
      if (/[?？]["'”)\]]*$/.test(sentence.text) || doubts.test(sentence.text)) continue
      if (decisionCues.test(sentence.text)) decisions.push(quote)
      else if (insightCues.test(sentence.text)) insights.push(quote)
    }
  }
  return { decisions: decisions.slice(0, most), insights: insights.slice(0, most) }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Sentences of 15 to 500 characters; marks of lists, headings and quotes are not theirs, code is none. */
function sentencesOf(text: string): readonly ExtractedQuote[] {
  const found: ExtractedQuote[] = []
  let at = 0
  let fence: string | undefined
  for (const line of text.split('\n')) {
    const run = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (run !== undefined) fence = fence === undefined ? run : run.startsWith(fence) ? undefined : fence
    else if (fence === undefined) {
      const mark = /^\s*(?:(?:>|[-+*]|\d{1,3}[.)]|#{1,6})\s+)*/.exec(line)?.[0].length ?? 0
      for (const { segment, index } of segmenter.segment(line.slice(mark))) {
        const trimmed = segment.trim()
        const start = at + mark + index + (segment.length - segment.trimStart().length)
        if (trimmed.length >= 15 && trimmed.length <= 500)
          found.push({ text: trimmed, start, end: start + trimmed.length })
      }
    }
    at += line.length + 1
  }
  return found
}

// Letters before and after a cue would make another word of it; \b knows ASCII only.
function anyOf(patterns: readonly string[]): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\d])(?:${patterns.join('|')})(?![\p{L}\d])`, 'iu')
}

const apostrophe = "['’]"

const decisionCues: RegExp = anyOf([
  // English
  String.raw`(?:we|i|they|the team)(?:${apostrophe}ve| have)? (?:all |both |finally |now |just )?(?:decided|agreed|settled|chose|opted)(?! (?:if|whether))`,
  String.raw`let${apostrophe}?s (?:just |then )?(?:go (?:with|for)|use|stick (?:with|to)|settle on|do (?:it|that)|keep|drop|pick|choose|ship)`,
  String.raw`(?:we|i)(?:${apostrophe}ll| will|${apostrophe}re going to| are going to| am going to|${apostrophe}m going to) (?:go (?:with|for)|use|stick (?:with|to)|adopt|drop|switch to|choose|pick)`,
  String.raw`(?:the |our |final |my )+decision(?: is|:)|decision:|decided:|it (?:is|was) (?:decided|agreed)|that${apostrophe}?s (?:decided|settled)|the plan is(?: now)? to|agreed:`,
  // German
  String.raw`(?:wir|ich) (?:haben|habe)(?: uns| mich)?(?: \p{L}+){0,8}? (?:entschieden|beschlossen|geeinigt|vereinbart|festgelegt)`,
  String.raw`(?:haben|habe)(?: wir| ich)(?: uns| mich)?(?: \p{L}+){0,8}? (?:entschieden|beschlossen|geeinigt|vereinbart|festgelegt)`,
  String.raw`(?:wir|ich) (?:nehmen|nehme|entscheiden uns|entscheide mich|einigen uns|bleiben bei|bleibe bei|machen es|verwenden ab)|es bleibt (?:also )?(?:bei|dabei)|(?:entscheidung|beschluss|beschlossen|entschieden):|(?:es )?(?:ist|wurde|wird) (?:beschlossen|entschieden)|lass(?:t)? uns (?:\p{L}+ )?(?:nehmen|machen|verwenden)`,
  // French
  String.raw`(?:on|nous|j${apostrophe}|je|nous nous|on s${apostrophe})\s?(?:a|avons|ai|est|sommes)?\s?(?:donc |finalement |enfin )?(?:décidé|décidés|convenu|convenus|choisi|retenu|tranché|mis d${apostrophe}accord)|(?:on|nous) (?:part|partons|va partir|allons partir|garde|gardons|reste|restons) (?:sur|avec)|(?:la )?décision ?:|il (?:est|a été) décidé|optons pour|partons sur`,
  // Spanish
  String.raw`(?:hemos|he|han) (?:decidido|acordado|elegido|optado|quedado en)|(?:decidimos|acordamos|decidí|elegimos|optamos por|nos quedamos con|quedamos en)|vamos a (?:usar|quedarnos con|optar por|elegir)|vamos con|decisión ?:|se (?:decidió|acordó|ha decidido|ha acordado)`,
])

const insightCues: RegExp = anyOf([
  String.raw`(?:it )?turn(?:s|ed) out|(?:i|we)(?:${apostrophe}ve| have)? (?:just |finally |now )?(?:realis|realiz|learn|discover|figur)(?:ed|t)|(?:i|we)(?: have|${apostrophe}ve)? (?:just |finally )?found out|the (?:key|main|important|real|core|root) (?:insight|point|takeaway|lesson|reason|cause|problem|thing)(?: here)?(?: is| was|:)|key (?:insight|takeaway|finding)s?|the (?:lesson|takeaway|trick|catch|upshot)(?: here)?(?: is| was|:)|lesson learned|(?:this|that|which) (?:means|shows|explains|suggests) (?:that|why)|the reason (?:is|was|for this is)|in other words|it${apostrophe}?s (?:because|caused by)|(?:was|is) caused by|surprisingly|interestingly|insight:|til`,
  String.raw`es (?:stellt(?:e)? sich|hat sich) (?:heraus|herausgestellt|gezeigt)|(?:wir|ich) (?:haben|habe) (?:\p{L}+ ){0,6}(?:herausgefunden|gelernt|gemerkt|festgestellt|erkannt)|(?:das|dies) (?:bedeutet|zeigt|heißt|erklärt),? (?:dass|warum)|der (?:grund|entscheidende punkt|springende punkt|haken|trick) (?:ist|war|dafür)|die (?:erkenntnis|lehre|ursache|wichtigste erkenntnis)(?: ist| war|:)|mir ist klar geworden|(?:erkenntnis|fazit):|überraschenderweise|interessanterweise|liegt daran,? dass`,
  String.raw`il s${apostrophe}(?:avère|est avéré)|(?:j${apostrophe}ai|nous avons|on a) (?:\p{L}+ )?(?:découvert|appris|compris|réalisé|constaté)|(?:cela|ça|ce qui) (?:signifie|montre|explique|veut dire) (?:que|pourquoi)|la (?:raison|cause|leçon|clé|conclusion) (?:est|était|c${apostrophe}est)|le (?:point clé|problème|hic) (?:est|était|c${apostrophe}est)|en fin de compte|étonnamment|conclusion ?:`,
  String.raw`result(?:a|ó) (?:ser )?que|(?:he|hemos) (?:descubierto|aprendido|comprendido|visto que)|(?:descubrí|descubrimos|aprendí|aprendimos|me di cuenta|nos dimos cuenta)|(?:esto|eso|lo que) (?:significa|muestra|demuestra|explica|quiere decir) (?:que|por qué)|la (?:clave|razón|causa|lección|conclusión) (?:es|era|fue)|conclusión ?:|sorprendentemente`,
])

/** It was not, or only perhaps. */
const doubts: RegExp = anyOf([
  String.raw`(?:if|unless|until|once|before|should) (?:we|i|they|you)(?: \p{L}+)? (?:decide|agree|choose|go with|opt)|(?:haven${apostrophe}?t|hasn${apostrophe}?t|have not|has not|not yet|didn${apostrophe}?t|did not|never|can${apostrophe}?t) (?:yet |really )?(?:decide|agree|chose|settle|learn|figure|realis|realiz|found)\p{L}*|(?:wenn|falls|bevor|ob) wir|(?:noch )?nicht (?:entschieden|beschlossen|geeinigt)|pas (?:encore )?(?:décidé|convenu|choisi)|si (?:nous|on) (?:décid|choisi)\p{L}*|(?:no|aún no|todavía no) (?:hemos|he|han) (?:decidido|acordado)|si decidimos`,
])
