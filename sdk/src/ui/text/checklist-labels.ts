import type { ChecklistLabels } from "../types.ts";

/** Labels of a checklist whose tasks can be skipped, by language. Short enough to load together. */
export const CHECKLIST_LABELS: Readonly<Record<string, ChecklistLabels>> = {
  ar: {
    task_skip: "تخطٍّ",
    task_skip_undo: "إلغاء التخطي",
    task_skipped: "، تم تخطيها",
    tasks_skipped: "تم تخطي كل المهام",
  },
  de: {
    task_skip: "Überspringen",
    task_skip_undo: "Doch nicht überspringen",
    task_skipped: ", übersprungen",
    tasks_skipped: "Alle Aufgaben übersprungen",
  },
  es: {
    task_skip: "Omitir",
    task_skip_undo: "No omitir",
    task_skipped: ", omitida",
    tasks_skipped: "Todas las tareas omitidas",
  },
  fr: {
    task_skip: "Ignorer",
    task_skip_undo: "Ne plus ignorer",
    task_skipped: ", ignorée",
    tasks_skipped: "Toutes les tâches ignorées",
  },
  he: {
    task_skip: "דילוג",
    task_skip_undo: "ביטול הדילוג",
    task_skipped: ", דילגת עליה",
    tasks_skipped: "דילגת על כל המשימות",
  },
  it: {
    task_skip: "Salta",
    task_skip_undo: "Non saltare",
    task_skipped: ", saltata",
    tasks_skipped: "Tutte le attività saltate",
  },
  ja: {
    task_skip: "スキップ",
    task_skip_undo: "スキップを取り消す",
    task_skipped: "、スキップ済み",
    tasks_skipped: "すべてのタスクをスキップしました",
  },
  nl: {
    task_skip: "Overslaan",
    task_skip_undo: "Niet overslaan",
    task_skipped: ", overgeslagen",
    tasks_skipped: "Alle taken overgeslagen",
  },
  pl: {
    task_skip: "Pomiń",
    task_skip_undo: "Cofnij pominięcie",
    task_skipped: ", pominięto",
    tasks_skipped: "Pominięto wszystkie zadania",
  },
  pt: {
    task_skip: "Pular",
    task_skip_undo: "Não pular",
    task_skipped: ", pulada",
    tasks_skipped: "Todas as tarefas puladas",
  },
  ru: {
    task_skip: "Пропустить",
    task_skip_undo: "Не пропускать",
    task_skipped: ", пропущено",
    tasks_skipped: "Все задачи пропущены",
  },
  tr: {
    task_skip: "Atla",
    task_skip_undo: "Atlamayı geri al",
    task_skipped: ", atlandı",
    tasks_skipped: "Tüm görevler atlandı",
  },
  zh: {
    task_skip: "跳过",
    task_skip_undo: "撤销跳过",
    task_skipped: "，已跳过",
    tasks_skipped: "已跳过所有任务",
  },
};
