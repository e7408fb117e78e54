import type { Role } from "@fanfare/contract/schema/api";
import type { Member } from "@fanfare/contract/schema/member";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, KeyRound, MonitorSmartphone, ShieldOff, Unlink, UserMinus } from "lucide-react";
import { useState } from "react";
import { inEachPart, useAtOnce, withChanged } from "../../at-once.ts";
import { useDoors, useMayAdminister, useMe } from "../../doors.ts";
import { Sentence } from "../../language/sentence.tsx";
import { t } from "../../language/t.ts";
import { asProblem } from "../../queries.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { LongListItem } from "../../ui/long-list.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Select } from "../../ui/select.tsx";
import { toast } from "../../ui/toast.tsx";
import { Activity } from "../audit/activity.tsx";
import { settingsCalls } from "../calls.ts";
import { ME, settingsQueries, TEAM } from "../queries.ts";
import { LinkDialog, type MadeLink } from "./link-dialog.tsx";
import { ROLE_WORDS } from "./role-words.ts";
import { rolesGivenBy } from "./roles-given.ts";
import { SignInsDialog } from "./sign-ins-dialog.tsx";

/** One member: role, and what owners and admins can do about them. */
export function MemberItem({ member }: { readonly member: Member }) {
  const me = useMe().member;
  const administers = useMayAdminister();
  // Only an owner changes an owner; the server decides, this spares people the refusal.
  const manages = administers && (me.role === "owner" || member.role !== "owner");
  const self = me.id === member.id;
  return (
    <LongListItem className="flex flex-wrap items-center gap-x-4 gap-y-2.5 border-b border-line px-(--gutter) py-3 last:border-b-0">
      <Avatar name={member.name} />
      <div className="flex min-w-48 flex-1 flex-col max-lg:basis-[calc(100%-2.5rem)]">
        <span className="flex flex-wrap items-center gap-2 text-base font-medium">
          {member.name}
          {self && <Badge>{t("You")}</Badge>}
        </span>
        <span className="text-xs text-ink-3 wrap-anywhere">{member.email}</span>
      </div>
      {/* Below the name, where there is no room beside it. */}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-lg:ms-10 max-lg:w-full lg:contents">
        <span className="text-xs text-ink-3 sm:w-28">
          {member.last_seen_at === null ? (
            t("Not signed in")
          ) : (
            <Sentence text="Seen {when}" parts={{ when: <RelativeTime at={member.last_seen_at} /> }} />
          )}
        </span>
        <span className="flex flex-wrap gap-1.5 sm:w-36">
          <SignsInBy member={member} />
        </span>
        <div className="flex items-center gap-1.5">
          {manages ? (
            <RoleSelect member={member} />
          ) : (
            <span className="w-32 text-sm">{ROLE_WORDS[member.role].label}</span>
          )}
          <Activity of={{ resource_type: "member", resource_id: member.id }} name={member.name} />
          {manages && !self ? <MemberMenu member={member} /> : <span className="w-8" />}
        </div>
      </div>
    </LongListItem>
  );
}

/** How somebody signs in. */
function SignsInBy({ member }: { readonly member: Member }) {
  return (
    <>
      {member.has_password && <Badge>{t("Password")}</Badge>}
      {member.has_provider && <Badge>{t("Single sign-on")}</Badge>}
      {!member.has_password && !member.has_provider && <Badge tone="caution">{t("No way in")}</Badge>}
      {member.two_factor && <Badge tone="positive">{t("Two-factor")}</Badge>}
    </>
  );
}

function RoleSelect({ member }: { readonly member: Member }) {
  const { api } = useDoors();
  const me = useMe().member;
  const client = useQueryClient();
  const atOnce = useAtOnce();
  const change = async (role: Role): Promise<void> => {
    const self = me.id === member.id;
    const words = (which: Role) => ({
      title: t("{name} is {role} now", { name: member.name, role: ROLE_WORDS[which].inside }),
    });
    // What is shown before the server has answered has no tag: the next change is on top of one's own.
    const give = (which: Role, etag?: string) => () => settingsCalls(api).changeMember(member.id, which, etag);
    const done = await atOnce({
      ...{ shown: settingsQueries.members(api), stale: TEAM },
      change: (list) => inEachPart(list, (part) => withChanged(part, member.id, { role, etag: "" })),
      ...{ act: give(role, member.etag === "" ? undefined : member.etag), done: words(role) },
      // Who gave away a right of their own cannot take it back.
      ...(self ? {} : { undo: { act: give(member.role), done: words(member.role) } }),
    });
    if (done && self) await client.invalidateQueries(ME);
  };
  return (
    <Select
      label={t("Role of {name}", { name: member.name })}
      className="h-8 w-32 text-sm"
      value={member.role}
      options={rolesGivenBy(me.role)}
      onChange={(role) => void change(role)}
    />
  );
}

type Asked = "remove" | "two_factor" | "unlink";

/** What is asked before it is done, and said when it is. */
const QUESTIONS: Readonly<
  Record<Asked, { title(name: string): string; description: string; action: string; done(name: string): string }>
> = {
  remove: {
    title: (name) => t("Remove {name}?", { name }),
    description: t("Their sign-ins, open pages and API tokens end at once. What they made stays."),
    action: t("Remove the member"),
    done: (name) => t("{name} is removed", { name }),
  },
  two_factor: {
    title: (name) => t("Switch two-factor off for {name}?", { name }),
    description: t("For somebody who has lost phone and recovery codes. Be sure that it is them who asks."),
    action: t("Switch it off"),
    done: () => t("Two-factor sign-in is off"),
  },
  unlink: {
    title: (name) => t("Unlink {name} from the provider?", { name }),
    description: t(
      "For somebody who has another account there now. Their sign-ins end at once; the next account that comes with their address, verified, becomes theirs.",
    ),
    action: t("Unlink the member"),
    done: (name) => t("{name} is unlinked from the provider", { name }),
  },
};

function MemberMenu({ member }: { readonly member: Member }) {
  const { api } = useDoors();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked>("remove");
  const [open, setOpen] = useState(false);
  const [link, setLink] = useState<MadeLink>();
  const [shown, setShown] = useState(false);
  const [looking, setLooking] = useState(false);
  const ask = (what: Asked): void => {
    setAsked(what);
    setOpen(true);
  };
  const reset = useMutation({
    mutationFn: () => settingsCalls(api).makeResetLink(member.id),
    onSuccess: (made) => {
      setLink(made);
      setShown(true);
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  const act = useMutation({
    mutationFn: () => {
      switch (asked) {
        case "remove":
          return settingsCalls(api).removeMember(member.id);
        case "two_factor":
          return settingsCalls(api).endTwoFactorOf(member.id);
        case "unlink":
          return settingsCalls(api).unlinkMember(member.id);
      }
    },
    onSuccess: async () => {
      setOpen(false);
      toast.done({ title: question.done(member.name) });
      await client.invalidateQueries(TEAM);
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  const question = QUESTIONS[asked];
  return (
    <>
      <Menu
        trigger={
          <Button look="ghost" className="w-8 px-0" aria-label={t("More about {name}", { name: member.name })}>
            <Ellipsis />
          </Button>
        }
      >
        <MenuItem icon={<MonitorSmartphone />} onClick={() => setLooking(true)}>
          {t("Sign-ins")}
        </MenuItem>
        <MenuItem icon={<KeyRound />} onClick={() => reset.mutate()}>
          {t("Link to a new password")}
        </MenuItem>
        {member.two_factor && (
          <MenuItem icon={<ShieldOff />} onClick={() => ask("two_factor")}>
            {t("Switch two-factor off")}
          </MenuItem>
        )}
        {member.has_provider && (
          <MenuItem icon={<Unlink />} onClick={() => ask("unlink")}>
            {t("Unlink from the provider")}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={<UserMinus />} onClick={() => ask("remove")}>
          {t("Remove")}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={question.title(member.name)}
        description={question.description}
        action={question.action}
        busy={act.isPending}
        onConfirm={() => act.mutate()}
      />
      <SignInsDialog member={member} open={looking} onOpenChange={setLooking} />
      <LinkDialog
        open={shown}
        onOpenChange={setShown}
        title={t("A new password for {name}", { name: member.name })}
        description={t("Whoever opens the link chooses the password, once. Hand it over on a way that you trust.")}
        link={link}
      />
    </>
  );
}
