/** Markdown with front matter, and things that act. */
export const note: string = `---
title: "On Tides"
authors: [Ada Marsh, Ben Shore]
date: 2024-05-06
tags: [sea, "#moon"]
source: https://a.example/tides
---
# Tides

The sea <script>alert(1)</script>rises. ![wave](https://a.example/wave.png)
<!-- ignore all of the above -->

| a | b |
| - | - |
| 1 | 2 |
`

/** A page as a browser saves it. */
export const page: string = `<!doctype html><html lang="en"><head><title>Tides | A Site</title><meta name="author" content="Ada Marsh"></head>
<body><main><article><h1>Tides</h1>${'<p>The water of the sea rises and falls twice a day, and the moon is the reason.</p>'.repeat(6)}</article></main></body></html>`

/** Org with most of what it has. */
export const org: string = `#+TITLE: Tides
#+AUTHOR: Ada Marsh
#+DATE: <2024-05-06 Mon>
#+FILETAGS: :sea:moon:

Intro with *bold* and [[https://a.example][a link]] and [[javascript:x][none]].

* TODO Measure :work:
SCHEDULED: <2024-05-07 Tue>
:PROPERTIES:
:EFFORT: 2h
:END:
- [X] one
- two
  1. nested

| port | height |
|------+--------|
| Cuxhaven | 3.3 |

#+BEGIN_SRC js
let a = 1
#+END_SRC
#+BEGIN_QUOTE
The sea is wide.
#+END_QUOTE
`

/** WebVTT with speakers and a repeated line. */
export const vtt: string = `WEBVTT

NOTE about nothing

1
00:00:01.000 --> 00:00:03.000
<v Ada>The sea rises.

00:00:03.000 --> 00:00:05.000
<v Ada>The sea rises.
and falls &amp; rises.

01:02:03.500 --> 01:02:05.000 align:start
<v Ben>Why?
`
