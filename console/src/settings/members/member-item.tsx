import type { Role } from "@fanfare/contract/schema/api";
import type { Member } from "@fanfare/contract/schema/member";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, KeyRound, ShieldOff, UserMinus } from "lucide-react";
import { useState } from "react";
import { useDoors, useMayAdminister, useMe } from "../../doors.ts";
import { Sentence } from "../../language/sentence.tsx";
import { t } from "../../language/t.ts";
import { asProblem } from "../../queries.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Select } from "../../ui/select.tsx";
import { toast } from "../../ui/toast.tsx";
import { ME, TEAM } from "../queries.ts";
import { LinkDialog, type MadeLink } from "./link-dialog.tsx";
import { ROLE_WORDS, rolesGivenBy } from "./role-words.ts";

/** One member: role, and what owners and admins can do about them. */
export function MemberItem({ member }: { readonly member: Member }) {
  const me = useMe().member;
  const administers = useMayAdminister();
  // Only an owner changes an owner; the server decides, this spares people the refusal.
  const manages = administers && (me.role === "owner" || member.role !== "owner");
  const self = me.id === member.id;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2.5 border-b border-line px-(--gutter) py-3">
      <Avatar name={member.name} />
      <div className="flex min-w-48 flex-1 flex-col">
        <span className="flex flex-wrap items-center gap-2 text-base font-medium">
          {member.name}
          {self && <Badge>{t("You")}</Badge>}
        </span>
        <span className="text-xs text-ink-3 wrap-anywhere">{member.email}</span>
      </div>
      <span className="w-32 text-xs text-ink-3">
        {member.last_seen_at === null ? (
          t("Not signed in")
        ) : (
          <Sentence text="Seen {when}" parts={{ when: <RelativeTime at={member.last_seen_at} /> }} />
        )}
      </span>
      <span className="w-24">{member.two_factor && <Badge tone="positive">{t("Two-factor")}</Badge>}</span>
      <div className="flex items-center gap-1.5">
        {manages ? (
          <RoleSelect member={member} />
        ) : (
          <span className="w-32 text-sm">{ROLE_WORDS[member.role].label}</span>
        )}
        {manages && !self ? <MemberMenu member={member} /> : <span className="w-8" />}
      </div>
    </li>
  );
}

function RoleSelect({ member }: { readonly member: Member }) {
  const { api } = useDoors();
  const me = useMe().member;
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (role: Role) => api.changeMember(member.id, role),
    onSuccess: async (_, role) => {
      toast.done({ title: t("{name} is {role} now", { name: member.name, role: ROLE_WORDS[role].inside }) });
      await client.invalidateQueries(TEAM);
      if (me.id === member.id) await client.invalidateQueries(ME);
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  return (
    <Select
      label={t("Role of {name}", { name: member.name })}
      className="w-32"
      value={change.isPending ? change.variables : member.role}
      options={rolesGivenBy(me.role)}
      onChange={(role) => change.mutate(role)}
    />
  );
}

type Asked = "remove" | "two_factor";

function MemberMenu({ member }: { readonly member: Member }) {
  const { api } = useDoors();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked>();
  const [open, setOpen] = useState(false);
  const [link, setLink] = useState<MadeLink>();
  const [shown, setShown] = useState(false);
  const ask = (what: Asked): void => {
    setAsked(what);
    setOpen(true);
  };
  const reset = useMutation({
    mutationFn: () => api.makeResetLink(member.id),
    onSuccess: (made) => {
      setLink(made);
      setShown(true);
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  const act = useMutation({
    mutationFn: () => (asked === "remove" ? api.removeMember(member.id) : api.endTwoFactorOf(member.id)),
    onSuccess: async () => {
      setOpen(false);
      toast.done({
        title: asked === "remove" ? t("{name} is removed", { name: member.name }) : t("Two-factor sign-in is off"),
      });
      await client.invalidateQueries(TEAM);
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  return (
    <>
      <Menu
        trigger={
          <Button look="ghost" className="w-8 px-0" aria-label={t("More about {name}", { name: member.name })}>
            <Ellipsis />
          </Button>
        }
      >
        <MenuItem icon={<KeyRound />} onClick={() => reset.mutate()}>
          {t("Link to a new password")}
        </MenuItem>
        {member.two_factor && (
          <MenuItem icon={<ShieldOff />} onClick={() => ask("two_factor")}>
            {t("Switch two-factor off")}
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
        title={
          asked === "remove"
            ? t("Remove {name}?", { name: member.name })
            : t("Switch two-factor off for {name}?", { name: member.name })
        }
        description={
          asked === "remove"
            ? t("Their sign-ins, open pages and API tokens end at once. What they made stays.")
            : t("For somebody who has lost phone and recovery codes. Be sure that it is them who asks.")
        }
        action={asked === "remove" ? t("Remove the member") : t("Switch it off")}
        busy={act.isPending}
        onConfirm={() => act.mutate()}
      />
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
