import { randomBytes } from 'node:crypto';
import test from 'ava';
import { OpenTasks } from '../../src/routing/open-tasks.ts';
import { routingQuestion as questionOf } from '../_support/routing-question.ts';

const toolResults = [{ text: 'done', isError: false }];
const begun = questionOf('Tidy the house.');
const goesOn = { ...begun, toolResults };

test('a continued task keeps its profile, and a new task or another caller has none', (t) => {
  const tasks = new OpenTasks(randomBytes(32));
  t.is(tasks.recall('ann', goesOn), null);
  tasks.remember('ann', begun, 'light');
  t.is(tasks.recall('ann', goesOn), 'light');
  t.is(tasks.recall('ann', begun), null, 'without the result of a tool it is a task of its own');
  t.is(tasks.recall('bob', goesOn), null);
  t.is(tasks.recall('ann', { ...goesOn, latestText: 'And the garden.' }), null);
  tasks.remember('ann', goesOn, 'advanced');
  t.is(tasks.recall('ann', goesOn), 'advanced');
});

test('ten thousand tasks are remembered, those used last', (t) => {
  const tasks = new OpenTasks(randomBytes(32));
  tasks.remember('ann', begun, 'light');
  for (let task = 0; task < 9_999; task += 1) tasks.remember('ann', questionOf(`Task ${task}`), 'light');
  t.is(tasks.recall('ann', goesOn), 'light');
  tasks.remember('ann', questionOf('One more'), 'light');
  t.is(tasks.recall('ann', goesOn), 'light', 'it was looked at');
  t.is(tasks.recall('ann', { ...questionOf('Task 0'), toolResults }), null);
});
