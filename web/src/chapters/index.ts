import type { Chapter } from './chapter';
import { everyone } from './everyone/everyone';
import { heads } from './heads/heads';
import { mix } from './mix/mix';
import { roles } from './roles/roles';
import { routemap } from './routemap/routemap';
import { score } from './score/score';
import { softmax } from './softmax/softmax';
import { unread } from './unread/unread';

export const chapters: readonly Chapter[] = [unread, roles, score, softmax, mix, heads, everyone, routemap];
