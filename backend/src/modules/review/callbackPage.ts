import { ReviewState } from '@windlass/shared-kit/contract'
import { escapeHtml, type PageLanguage, plainPage } from '../../platform/plainPage.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import type { ReviewRecord } from './review.store.ts'

interface Words {
  title: string
  project: string
  commit: string
  message: string
  by: string
  at: string
  reason: string
  approve: string
  reject: string
  approved: string
  rejected: string
  refusedTitle: string
}

const WORDS: Readonly<Record<PageLanguage, Words>> = {
  en: {
    title: 'Let this deploy through?',
    project: 'Project',
    commit: 'Commit',
    message: 'Message',
    by: 'Asked for by',
    at: 'Asked at',
    reason: 'Reason (optional)',
    approve: 'Approve and deploy',
    reject: 'Reject',
    approved: 'Approved. The deploy is in the queue.',
    rejected: 'Rejected. Nothing is deployed.',
    refusedTitle: 'This review cannot be answered',
  },
  'zh-cn': {
    title: '是否批准此次构建？',
    project: '项目',
    commit: '提交',
    message: '说明',
    by: '申请人',
    at: '申请时间',
    reason: '理由（可选）',
    approve: '批准并构建',
    reject: '拒绝',
    approved: '已批准，构建已进入队列。',
    rejected: '已拒绝，不会构建任何内容。',
    refusedTitle: '无法处理此审核',
  },
}

/** Posts what was pressed, and shows what the server says; the address itself carries number and secret. */
const SCRIPT = `const form=document.querySelector('main');const said=document.querySelector('[role=status]');
for(const button of document.querySelectorAll('button'))button.addEventListener('click',async()=>{
for(const other of document.querySelectorAll('button'))other.disabled=true;
const query=new URLSearchParams(location.search);
try{const response=await fetch(location.pathname,{method:'POST',headers:{'content-type':'application/json'},
body:JSON.stringify({project_review_id:Number(query.get('project_review_id')),token:query.get('token')??'',
state:Number(button.value),reason:document.querySelector('input').value})});
const {code,message}=await response.json();said.textContent=code===0?button.dataset.done:message}
catch(error){said.textContent=String(error);for(const other of document.querySelectorAll('button'))other.disabled=false}
form.scrollIntoView()})`.replaceAll('\n', '')

/** The page that asks whoever opened a callback address; opening it alone decides nothing. */
export function callbackPage(review: ReviewRecord, projectName: string, language: PageLanguage) {
  const words = WORDS[language]
  const facts: [string, string][] = [
    [words.project, projectName],
    [words.commit, `${review.commitId} (${review.branch})`],
    [words.message, review.message],
    [words.by, review.creator],
    [words.at, formatTimestamp(review.insertTime)],
  ]
  const list = facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('')
  const button = (state: number, text: string, done: string) =>
    `<button value="${state}" data-done="${done}">${text}</button>`
  const body = [
    `<h1>${words.title}</h1><dl>${list}</dl>`,
    `<label>${words.reason}<input maxlength="255" autocomplete="off"></label>`,
    button(ReviewState.Reviewed, words.approve, words.approved),
    button(ReviewState.Rejected, words.reject, words.rejected),
    '<p role="status"></p>',
  ].join('')
  return plainPage({ title: words.title, body, language, script: SCRIPT })
}

/** The page for an address that leads to nothing that can be answered. */
export function refusedPage(sentence: string, language: PageLanguage) {
  const { refusedTitle } = WORDS[language]
  return plainPage({ title: refusedTitle, body: `<h1>${refusedTitle}</h1><p>${escapeHtml(sentence)}</p>`, language })
}
