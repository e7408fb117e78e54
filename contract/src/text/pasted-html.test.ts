import { expect, test } from "bun:test";
import { formatBlocks } from "./block-text.ts";
import { pastedBlocks } from "./pasted-html.ts";

/** The marked-up text of copied HTML. */
function pasted(html: string): string | undefined {
  const blocks = pastedBlocks(html);
  return blocks && formatBlocks(blocks);
}

const TYPE = "font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent";
const docsSpan = (text: string, more = "font-weight:400;font-style:normal") =>
  `<span style="${TYPE};${more};text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">${text}</span>`;
const docsItem = (text: string, level = 1) =>
  `<li dir="ltr" style="list-style-type:disc;${TYPE}" aria-level="${level}"><p dir="ltr" style="line-height:1.38;margin-top:0pt;" role="presentation">${docsSpan(text)}</p></li>`;

test("keeps headings, marks, links, and lists of Google Docs", () => {
  const html = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0d9e3a51-7fff"><h1 dir="ltr" style="line-height:1.38;margin-top:20pt;">${docsSpan("Release notes")}</h1><p dir="ltr" style="line-height:1.38;">${docsSpan("Press ")}${docsSpan("Save", "font-weight:700;font-style:normal")}${docsSpan(", ")}${docsSpan("really", "font-weight:400;font-style:italic")}${docsSpan(". ")}<a href="https://www.google.com/url?q=https://example.com/help?a%3D1&amp;sa=D&amp;source=docs" style="text-decoration:none;">${docsSpan("Read on")}</a>${docsSpan(" or go to ")}<a href="#heading=h.x1">${docsSpan("the end")}</a></p><br /><ul style="margin-top:0;padding-inline-start:48px;">${docsItem("One")}<ul>${docsItem("Nested", 2)}</ul>${docsItem("Two")}</ul><p dir="ltr"><span style="${TYPE}"><span style="border:none;display:inline-block;"><img src="https://lh7-rt.googleusercontent.com/docsz/abc" width="10" /></span></span></p></b><br class="Apple-interchange-newline">`;
  expect(pasted(html)).toBe(
    "## Release notes\n\nPress **Save**, *really*. [Read on](https://example.com/help?a=1) or go to the end\n\n- One\n- Nested\n- Two",
  );
});

test("keeps headings, marks, links, and lists of Notion", () => {
  const html = `<meta charset='utf-8'><h2>What’s new</h2>
<p>Now <strong>faster</strong> and <em>calmer</em>. <a href="/internal">Here</a>, <a href="https://example.com">there</a></p>
<ol>
<li>Open the menu</li>
<li>Choose <code>Export</code>
<ul>
<li>As CSV</li>
</ul>
</li>
</ol>
<blockquote>A quote</blockquote>
<!-- notionvc: 4a1c0e6b-7d2f -->`;
  expect(pasted(html)).toBe(
    "## What’s new\n\nNow **faster** and *calmer*. Here, [there](https://example.com)\n\n1. Open the menu\n2. Choose `Export`\n\n- As CSV\n\n> A quote",
  );
});

test("keeps marks, links, and the drawn lists of Word", () => {
  const item = (mark: string, text: string, list = "l0") =>
    `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:${list} level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;
  const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm;} --></style></head><body lang=EN-US style='tab-interval:36.0pt'><!--StartFragment--><h1>Plan<o:p></o:p></h1><p class=MsoNormal>Some <b>bold</b>
 and <i>italic</i> text, <a href="mailto:help@example.com">write to us</a>.<o:p></o:p></p>${item("·", "First")}${item("·", "Second")}${item("1.", "Step", "l1")}${item("2.", "Next", "l1")}<!--EndFragment--></body></html>`;
  expect(pasted(html)).toBe(
    "## Plan\n\nSome **bold** and *italic* text, [write to us](mailto:help@example.com).\n\n- First\n- Second\n\n1. Step\n2. Next",
  );
});

test("leaves plain text, and the colored code of editors, to the browser", () => {
  expect(pasted("<meta charset='utf-8'><p>One</p><p>Two</p>")).toBeUndefined();
  expect(
    pasted('<div style="font-family:Menlo;white-space:pre;"><div><span style="color:#00f">a</span></div></div>'),
  ).toBe(undefined);
});

test("reads broken HTML without an end", () => {
  expect(pasted("<p><b>Hi <a href='https://example.com'>there")).toBe("**Hi [there**](https://example.com)");
  expect(pasted("<b>a</b> &amp; &#8217; &bogus; &#x41; </i></p> <!-- c <style>x < y")).toBe("**a** & ’ &bogus; A");
});

test("leaves out scripts and links that content can't have", () => {
  expect(pasted('<p><b>Hi</b> <a href="javascript:alert(1)">there</a><script>alert(1)</script></p>')).toBe(
    "**Hi** there",
  );
});
